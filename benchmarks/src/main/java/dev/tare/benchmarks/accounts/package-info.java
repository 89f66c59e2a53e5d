/**
 * Compares Tare's verdicts with bodies that keep their own accounts: {@link
 * dev.tare.benchmarks.accounts.AccountRates}.
 */
@NullMarked
package dev.tare.benchmarks.accounts;

import org.jspecify.annotations.NullMarked;
