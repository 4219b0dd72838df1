import Testing

@testable import Networking

@Suite struct ProxiesTests {
  @Test("A scheme's own proxy variable wins over all_proxy") func aSchemesOwnProxyComesFirst() {
    let proxies = Proxies(environment: [
      "https_proxy": "http://a", "HTTPS_PROXY": "http://b", "all_proxy": "http://c",
      "http_proxy": "http://d",
    ])
    #expect(proxies.proxy(scheme: "https") == "http://a")
    #expect(proxies.proxy(scheme: "http") == "http://d")
  }

  @Test("Proxy variables may be in capitals") func capitalsWillDo() {
    let proxies = Proxies(environment: ["HTTPS_PROXY": "http://b", "NO_PROXY": "a,b"])
    #expect(proxies.proxy(scheme: "https") == "http://b")
    #expect(proxies.exceptions == "a,b")
  }

  @Test("An empty proxy variable counts as unset") func whatIsEmptyIsNotThere() {
    let proxies = Proxies(environment: ["https_proxy": "", "ALL_PROXY": "socks5://c"])
    #expect(proxies.proxy(scheme: "https") == "socks5://c")
    #expect(Proxies.none.proxy(scheme: "https") == "")
  }

  @Test(
    "A proxy is named without user and password",
    arguments: [
      ("http://luca:geheim@proxy.example.com:3128/", "proxy.example.com:3128"),
      ("proxy.example.com:3128", "proxy.example.com:3128"), ("socks5://[::1]:1080", "[::1]:1080"),
      ("luca:geheim@proxy", "proxy"), ("http://luca:12/ge@heim@proxy:3128", "proxy:3128"),
    ]) func aProxyIsNamedWithoutItsPassword(text: String, name: String) throws
  {
    let address = try #require(ServerAddress("cloud.example.com"))
    #expect(Proxies(environment: ["https_proxy": text]).name(before: address) == name)
  }

  @Test(
    "A host in no_proxy has no proxy",
    arguments: [
      ("*", false), ("*,x", true), ("x *", true), ("example.com", false), (".example.com", false),
      ("a, CLOUD.example.com", false),
      ("ample.com", true), ("example.org", true), ("", true),
    ]) func anExceptionHasNoProxyBeforeIt(exceptions: String, isThere: Bool) throws
  {
    let address = try #require(ServerAddress("cloud.example.com"))
    let proxies = Proxies(environment: ["https_proxy": "http://proxy", "no_proxy": exceptions])
    #expect((proxies.name(before: address) != nil) == isThere)
  }

  @Test("HTTP_PROXY in capitals is ignored") func nobodyBelievesHTTP_PROXYInCapitals() {
    #expect(Proxies(environment: ["HTTP_PROXY": "http://evil"]).proxy(scheme: "http") == "")
  }
}
