package shop;

/** Sends letters to customers. */
public class Mailer {

  private int sent;

  public String send(String customer) {
    sent++;
    return "sent " + customer;
  }

  public int sent() {
    return sent;
  }
}
