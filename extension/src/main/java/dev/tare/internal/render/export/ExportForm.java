package dev.tare.internal.render.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A form in which verdicts are written to a file. */
public enum ExportForm {
  /** A page with charts. It has the verdicts of all JVMs that wrote to the same folders. */
  HTML("report", ".html") {
    @Override
    public String render(List<VerdictsDocument> documents, List<String> notes) throws IOException {
      return new String(
          HtmlReport.render(documents.stream().map(VerdictsDocument::file).toList()), UTF_8);
    }
  },
  /** A summary for a review. */
  MARKDOWN("summary", ".md") {
    @Override
    public String render(List<VerdictsDocument> documents, List<String> notes) {
      return MarkdownSummary.render(documents, notes);
    }
  },
  /** Exceeded limits, for code scanning. */
  SARIF("lines", ".sarif") {
    @Override
    public String render(List<VerdictsDocument> documents, List<String> notes) {
      return SarifLog.render(documents);
    }
  },
  /** Benchmarks, as JMH writes them. */
  JMH("jmh", ".json") {
    @Override
    public String render(List<VerdictsDocument> documents, List<String> notes) {
      return JmhResults.render(documents);
    }
  },
  /** Samples of benchmarks. */
  CSV("samples", ".csv") {
    @Override
    public String render(List<VerdictsDocument> documents, List<String> notes) {
      return SamplesCsv.render(documents);
    }
  };

  private final String stem;
  private final String ending;

  ExportForm(String stem, String ending) {
    this.stem = stem;
    this.ending = ending;
  }

  /** Returns the form of a file, by the ending of its name. */
  public static Optional<ExportForm> of(String fileName) {
    return Arrays.stream(values()).filter(form -> fileName.endsWith(form.ending)).findFirst();
  }

  /** Returns the endings of all forms, for messages. */
  public static String endings() {
    return Arrays.stream(values()).map(ExportForm::ending).collect(Collectors.joining(", "));
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
   * @param notes sentences about the verdicts, such as on what they leave out
   * @throws IOException if a file of the documents is read again and cannot be read
   */
  public abstract String render(List<VerdictsDocument> documents, List<String> notes)
      throws IOException;
}
