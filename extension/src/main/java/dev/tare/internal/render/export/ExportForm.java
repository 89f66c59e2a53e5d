package dev.tare.internal.render.export;

import java.util.List;

/** A form in which verdicts are written to a file. */
public enum ExportForm {
  /** A summary for a review. */
  MARKDOWN("summary", ".md") {
    @Override
    public String render(VerdictsDocument document, List<String> notes) {
      return MarkdownSummary.render(document, notes);
    }
  },
  /** Exceeded limits, for code scanning. */
  SARIF("lines", ".sarif") {
    @Override
    public String render(VerdictsDocument document, List<String> notes) {
      return SarifLog.render(document);
    }
  },
  /** Benchmarks, as JMH writes them. */
  JMH("jmh", ".json") {
    @Override
    public String render(VerdictsDocument document, List<String> notes) {
      return JmhResults.render(document);
    }
  },
  /** Samples of benchmarks. */
  CSV("samples", ".csv") {
    @Override
    public String render(VerdictsDocument document, List<String> notes) {
      return SamplesCsv.render(document);
    }
  };

  private final String stem;
  private final String ending;

  ExportForm(String stem, String ending) {
    this.stem = stem;
    this.ending = ending;
  }

  /** Returns the beginning of the name of a run's file. */
  public String stem() {
    return stem;
  }

  /** Returns the ending of the name of a file: {@code .md}. */
  public String ending() {
    return ending;
  }

  /**
   * Renders verdicts.
   *
   * @param notes sentences above the verdicts, such as on weights
   */
  public abstract String render(VerdictsDocument document, List<String> notes);
}
