import Testing

@testable import Networking

@Suite struct ProxiesTests {
  @Test func aSchemesOwnProxyComesFirst() {
    let proxies = Proxies(environment: [
      "https_proxy": "http://a", "HTTPS_PROXY": "http://b", "all_proxy": "http://c",
      "http_proxy": "http://d",
    ])
    #expect(proxies.proxy(scheme: "https") == "http://a")
    #expect(proxies.proxy(scheme: "http") == "http://d")
  }

  @Test func capitalsWillDo() {
    let proxies = Proxies(environment: ["HTTPS_PROXY": "http://b", "NO_PROXY": "a,b"])
    #expect(proxies.proxy(scheme: "https") == "http://b")
    #expect(proxies.exceptions == "a,b")
  }

  @Test func whatIsEmptyIsNotThere() {
    let proxies = Proxies(environment: ["https_proxy": "", "ALL_PROXY": "socks5://c"])
    #expect(proxies.proxy(scheme: "https") == "socks5://c")
    #expect(Proxies.none.proxy(scheme: "https") == "")
  }

  @Test func nobodyBelievesHTTP_PROXYInCapitals() {
    #expect(Proxies(environment: ["HTTP_PROXY": "http://evil"]).proxy(scheme: "http") == "")
  }
}
