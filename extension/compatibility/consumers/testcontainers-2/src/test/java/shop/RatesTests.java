package shop;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.stubFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.verify;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockRuntimeInfo;
import com.github.tomakehurst.wiremock.junit5.WireMockTest;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxRetainedSize;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** WireMock resolves the parameters, and forgets stubs and requests before each test. */
@WireMockTest
class RatesTests {

  @BeforeEach
  void stubRates() {
    stubFor(get("/rate").willReturn(ok("1.08")));
  }

  @MaxRetainedSize("64 B")
  String rate(WireMockRuntimeInfo server) throws IOException {
    String rate = read(server);
    verify(1, getRequestedFor(urlEqualTo("/rate")));
    return rate;
  }

  @MaxRetainedSize("8 B")
  String retainsARate(WireMockRuntimeInfo server) throws IOException {
    return read(server);
  }

  /** Two warm-up calls, five readings, and no other request. */
  @MaxAllocatedBytes("10 MiB")
  void readsRate(WireMockRuntimeInfo server) throws IOException {
    assertThat(read(server)).isEqualTo("1.08");
    assertThat(WireMock.findAll(getRequestedFor(urlEqualTo("/rate")))).hasSizeLessThan(8);
  }

  @Test
  @MaxInvocations(type = RatesTests.class, method = "read", value = 1)
  void readsRateTwice(WireMockRuntimeInfo server) throws IOException {
    read(server);
    read(server);
    verify(2, getRequestedFor(urlEqualTo("/rate")));
  }

  String read(WireMockRuntimeInfo server) throws IOException {
    try (var in = URI.create(server.getHttpBaseUrl() + "/rate").toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
