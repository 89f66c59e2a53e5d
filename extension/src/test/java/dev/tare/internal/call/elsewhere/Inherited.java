package dev.tare.internal.call.elsewhere;

/** A superclass with a method of each visibility, itself a subclass of an inaccessible class. */
public abstract class Inherited extends Concealed {

  protected String ofSubclasses() {
    return "protected";
  }

  String ofThePackage() {
    return "package";
  }

  public String ofAll() {
    return "public";
  }
}
