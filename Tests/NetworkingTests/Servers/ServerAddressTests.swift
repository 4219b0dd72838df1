import Networking
import Testing

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("host", "host"), ("host:8443", "host:8443"),
    ("https://host/path:x@y", "https://host/path:x@y"),
    ("luca@host", "host"), ("luca:geheim@host", "host"),
    ("https://luca:geheim@host:1", "https://host:1"),
    ("https://luca:ge@heim@host", "https://host"), ("https://luca:gehei", "https://luca"),
    ("luca:123456", "luca"), ("[::1]:8443", "[::1]:8443"), ("fe80::1", "fe80::1"), ("", ""),
    ("://", "://"),
  ]) func noUserOrPasswordIsSaved(text: String, saved: String) {
    #expect(ServerAddress.withoutUser(text) == saved)
  }
}
