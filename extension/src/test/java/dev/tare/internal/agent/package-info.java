/** What the agent promises, in JVMs of their own. */
@org.jspecify.annotations.NullMarked
package dev.tare.internal.agent;
