package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.lenient;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxRetainedSize;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.ArgumentCaptor;
import org.mockito.Captor;
import org.mockito.InOrder;
import org.mockito.Mock;
import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;
import org.mockito.Spy;
import org.mockito.junit.jupiter.MockitoExtension;

@ExtendWith(MockitoExtension.class)
class OrdersTests {

  @Mock Mailer mailer;
  @Mock Rates rates;
  @Spy Mailer spied;
  @Captor ArgumentCaptor<String> customers;

  @Nested
  class Calls {

    @MaxInvocations(type = Mailer.class, method = "send", value = 2)
    int areVerified() {
      int letters = new Orders(mailer, rates).notify(List.of("Ann"));
      verify(mailer).send("Ann");
      return letters;
    }

    @Test
    @MaxInvocations(type = Mailer.class, method = "send", value = 1)
    void areStubbedVerifiedAndCaptured() {
      when(mailer.send(anyString())).thenReturn("sent");
      assertEquals(2, new Orders(mailer, rates).notify(List.of("Ann", "Bob")));
      verify(mailer, times(2)).send(customers.capture());
      assertEquals(List.of("Ann", "Bob"), customers.getAllValues());
      InOrder order = inOrder(mailer);
      order.verify(mailer).send("Ann");
      order.verify(mailer).send("Bob");
    }

    @Test
    @MaxInvocations(type = Rates.class, method = "rate", value = 1)
    void areStubbedWithGiven() {
      given(rates.rate("EUR")).willReturn(2.0);
      assertEquals(6.0, new Orders(mailer, rates).total("EUR", 1, 2));
      then(rates).should(times(2)).rate("EUR");
    }

    @MaxInvocations(type = Mailer.class, method = "send", value = 1)
    int ofSpiesCountOnce() {
      lenient().doReturn("not sent").when(spied).send("Cid");
      new Orders(spied, rates).notify(List.of("Ann", "Bob", "Cid"));
      verify(spied)
          .send("Bob");
      return spied.sent();
    }

    @MaxInvocations(type = Mailer.class, method = "send", value = 0)
    int ofConstructedMocks() {
      try (MockedConstruction<Mailer> mailers = mockConstruction(Mailer.class)) {
        new Orders(new Mailer(), rates).notify(List.of("Ann"));
        return mailers.constructed().size();
      }
    }

    @MaxInvocations(type = Clocks.class, method = "now", value = 0)
    void ofStaticMocks() {
      try (MockedStatic<Clocks> clocks = mockStatic(Clocks.class)) {
        clocks.when(Clocks::now).thenReturn(4L);
        assertEquals(4, new Orders(mailer, rates).age());
        clocks.when(() -> Clocks.now()).thenReturn(5L);
        assertEquals(5, new Orders(mailer, rates).age());
        clocks.verify(() -> Clocks.now(), times(2));
      }
    }

    @MaxInvocations(type = Clocks.class, method = "now", value = 0)
    long ofStaticSpies() {
      try (MockedStatic<Clocks> clocks = mockStatic(Clocks.class, CALLS_REAL_METHODS)) {
        return new Orders(mailer, rates).age();
      }
    }

    @MaxInvocations(type = Mailer.class, method = "sendd", value = 1)
    void areMistyped() {}
  }

  @Nested
  class Bytes {

    private final Basket basket = new Basket();

    @MaxAllocatedBytes("0 B")
    int ofProbesDoNotCount() {
      return basket.size();
    }

    @MaxAllocatedBytes(value = "1 MB", runs = 1, warmups = 0)
    int ofTheFirstCall() {
      return new Parcel(basket).articles();
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void ofMocksCount() {
      rates.rate("EUR");
    }

    @MaxAllocatedBytes("0 B")
    int ofMockedTypesCount() {
      return new Mailer().sent();
    }

    @MaxRetainedSize("16 B")
    Mailer ofAMock() {
      return mock(Mailer.class);
    }
  }
}
