/**
 * Whether Tare's verdicts agree with bodies that keep their own accounts: {@link
 * dev.tare.benchmarks.accounts.AccountRates}.
 */
@NullMarked
package dev.tare.benchmarks.accounts;

import org.jspecify.annotations.NullMarked;
