package dev.tare.internal.call.elsewhere;

class Concealed {

  public String ofAConcealedClass() {
    return "concealed";
  }
}
