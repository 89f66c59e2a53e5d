package shop;

import static org.mockito.BDDMockito.given;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.invocations.MaxInvocations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.MockMvc;

/** Requests to a controller, without a server. */
@WebSlice
class WebTests {

  @Autowired MockMvc mvc;

  @MockitoBean Checkout checkout;

  @BeforeEach
  void stub() {
    given(checkout.turnover()).willReturn(750);
  }

  @MaxAllocatedBytes("1 MiB")
  String servesTurnover() throws Exception {
    return mvc.perform(get("/turnover/CHF"))
        .andExpect(content().string("750 CHF"))
        .andReturn()
        .getResponse()
        .getContentAsString();
  }

  @Test
  @MaxInvocations(type = Checkout.class, method = "turnover", value = 1)
  void asksTheCheckoutOnce() throws Exception {
    mvc.perform(get("/turnover/CHF"))
        .andExpect(status().isOk())
        .andExpect(content().string("750 CHF"));
  }

  @Test
  @MaxInvocations(type = Checkout.class, method = "turnover", value = 0)
  void countsTheCallOfTheMock() throws Exception {
    mvc.perform(get("/turnover/CHF"));
  }

  @MaxAllocatedBytes("1 MiB")
  void failsBeforeItIsJudged() throws Exception {
    mvc.perform(get("/nothing")).andExpect(status().isOk());
  }
}
