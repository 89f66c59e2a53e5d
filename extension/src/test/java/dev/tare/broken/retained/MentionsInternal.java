package dev.tare.broken.retained;

import java.util.List;

/** Users cannot name the type of the elements. */
public interface MentionsInternal {
  List<KeepsAll[]> elements();
}
