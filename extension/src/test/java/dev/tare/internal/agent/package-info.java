/** Tests of the agent in JVMs of their own. */
@org.jspecify.annotations.NullMarked
package dev.tare.internal.agent;
