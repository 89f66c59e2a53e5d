package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.Sites;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one thread, or of several threads that ran one after the other, as a tree.
 *
 * @param name the name of the last thread
 * @param threads the number of threads
 * @param nodes the nodes, each after its caller
 * @param bytes the growth of the counter of the last thread from its first hook to its last
 * @param endedBytes the growth of the counters of the threads before
 * @param ownBytes the bytes that the recording itself allocated
 */
public record ThreadTree(
    String name,
    int threads,
    List<CallTreeNode> nodes,
    long bytes,
    long endedBytes,
    long ownBytes) {

  /** Copies the list. */
  public ThreadTree {
    nodes = List.copyOf(nodes);
  }

  /**
   * Reads the totals that {@code ThreadCalls.totals()} returns.
   *
   * @param named whether the nodes name the thread
   */
  static ThreadTree of(Object[] totals, Sites sites, boolean named) {
    return new ThreadTree(
        (String) totals[0],
        (int) totals[1],
        nodes(totals, sites, named ? (int) totals[1] : 0),
        (long) totals[10],
        (long) totals[11],
        (long) totals[12]);
  }

  /** Returns the nodes that have calls, bytes or time, and those that led to them. */
  private static List<CallTreeNode> nodes(Object[] totals, Sites sites, int threads) {
    int[] parents = (int[]) totals[3];
    int[] numbers = (int[]) totals[4];
    @Nullable Class<?>[] types = (Class<?>[]) totals[5];
    boolean[] used = used(totals, parents);
    int[] positions = new int[used.length];
    @Nullable CodeSite[] origins = new CodeSite[used.length]; // of sites below
    List<CallTreeNode> nodes = new ArrayList<>();
    for (int i = 0; i < used.length; i++) {
      if (used[i]) {
        boolean isOfLibrary = Sites.isOfLibrary(numbers[i]);
        CodeSite site = sites.get(numbers[i]);
        origins[i] = isOfLibrary ? origins[parents[i]] : i == 0 ? null : site;
        positions[i] = nodes.size();
        nodes.add(
            new CallTreeNode(
                i == 0 ? CallTreeNode.NO_CALLER : positions[parents[i]],
                site,
                isOfLibrary ? origins[i] : null,
                name(site, types[i]),
                at(totals, 6, i),
                at(totals, 8, i),
                at(totals, 7, i),
                at(totals, 9, i),
                threads,
                (String) totals[0]));
      }
    }
    return nodes;
  }

  private static boolean[] used(Object[] totals, int[] parents) {
    boolean[] used = new boolean[(int) totals[2]];
    for (int i = used.length - 1; i >= 0; i--) {
      used[i] |= i == 0 || at(totals, 6, i) != 0 || at(totals, 7, i) != 0 || at(totals, 8, i) != 0;
      used[parents[i]] |= used[i];
    }
    return used;
  }

  private static long at(Object[] totals, int array, int index) {
    return ((long[]) totals[array])[index];
  }

  /** Returns the name of a class; for a lambda's hidden class, that of its interface. */
  private static String name(CodeSite site, @Nullable Class<?> type) {
    if (type == null) {
      return site.name();
    }
    Class<?>[] interfaces = type.getInterfaces();
    return (type.isHidden() && interfaces.length > 0 ? interfaces[0] : type).getTypeName();
  }
}
