/** The metric of the guide as a module. */
// tag::module[]
module dev.tare.examples.ownmetric {
  requires transitive dev.tare;
  requires java.management;
  requires static org.jspecify;

  exports dev.tare.examples.ownmetric;

  // JUnit calls the metric's method "of"
  opens dev.tare.examples.ownmetric to
      org.junit.platform.commons;
}
// end::module[]
