import Foundation
import Networking
import Testing

@Suite struct ServerAddressTests {
  @Test(
    "A server address is saved without user and password",
    arguments: [
      ("host", "host"), ("host:8443", "host:8443"),
      ("https://host/path:x@y", "https://host/path:x@y"),
      ("luca@host", "host"), ("luca:geheim@host", "host"),
      ("https://luca:geheim@host:1", "https://host:1"),
      ("https://luca:ge@heim@host", "https://host"), ("https://luca:gehei", "https://luca"),
      ("luca:123456", "luca"), ("[::1]:8443", "[::1]:8443"), ("fe80::1", "fe80::1"), ("", ""),
      ("://", "://"),
    ]) func noUserOrPasswordIsSaved(text: String, saved: String)
  {
    #expect(ServerAddress.withoutUser(text) == saved)
  }

  @Test(
    "A typed server address is normalized",
    arguments: [
      ("host", "https://host", "host"),
      ("  Host.Example  ", "https://host.example", "host.example"),
      ("host:8443", "https://host:8443", "host:8443"), ("host:443", "https://host", "host"),
      ("https://host/", "https://host", "host"),
      ("HTTPS://Host:443/a/b//", "https://host/a/b", "host"),
      ("https://host/a%20b", "https://host/a%20b", "host"),
      ("host/openmrs", "https://host/openmrs", "host"),
      ("host/a:b:c", "https://host/a:b:c", "host"), ("::1/a", "https://[::1]/a", "[::1]"),
      ("https://host/?a=b#c", "https://host", "host"),
      ("::1", "https://[::1]", "[::1]"), ("[::1]", "https://[::1]", "[::1]"),
      ("[::1]:8443", "https://[::1]:8443", "[::1]:8443"),
      ("[fd8c::9346]:443/x", "https://[fd8c::9346]/x", "[fd8c::9346]"),
      ("https://[FD8C::1]/", "https://[fd8c::1]", "[fd8c::1]"),
      ("10.0.0.1:1", "https://10.0.0.1:1", "10.0.0.1:1"),
      ("https://[FE80::1%25Eth0]:1/a", "https://[fe80::1%25Eth0]:1/a", "[fe80::1%Eth0]:1"),
      ("[fe80::1%lo]", "https://[fe80::1%25lo]", "[fe80::1%lo]"),
      ("fe80::1%lo", "https://[fe80::1%25lo]", "[fe80::1%lo]"),
      ("Bücher.example", "https://bücher.example", "bücher.example"),
      ("xn--bcher-kva.example", "https://bücher.example", "bücher.example"),
    ]) func whatAPersonTypesIsAnAddress(typed: String, text: String, name: String) throws
  {
    let address = try #require(ServerAddress(typed))
    #expect(address.text == text)
    #expect(address.name == name)
    #expect(ServerAddress(address.text) == address)
  }

  @Test(
    "An invalid server address is refused with a reason",
    arguments: [
      "", " ", "a b", "http://host", "ftp://host", "https://", "https:///a", "host:0", "host:65536",
      "host:x", "luca@host", "https://luca:geheim@host", "[::1", "https://[::1", "https://:443",
      "https://host:99999999999999999999",
      // Found by make fuzz: its host was nothing but brackets.
      "]:8443/openmr::1]:8443/openmrs/", "[1]:8443", "[]", "a]b",
      // Decoded they couldn't be read back.
      "https://a%20b", "https://a%2Fb", "https://[fe80::1%25]", "https://[fe80::1%25a%20b]",
      "https://a%25b",
      "https://xn--" + String(repeating: "h", count: 80),
    ]) func whatIsNoAddressIsSaidToBeNone(typed: String)
  {
    #expect(ServerAddress(typed) == nil)
    #expect(ServerAddress.problem(typed) != nil)
  }

  @Test("A plain HTTP server address needs --insecure-http")
  func withoutEncryptionOnlyWhereItIsAllowed() throws {
    #expect(ServerAddress.problem("http://host") == "http needs --insecure-http")
    let address = try #require(ServerAddress("http://host:80/a", allowsHTTP: true))
    #expect(address.text == "http://host/a")
    #expect(!address.isEncrypted)
    #expect(ServerAddress("http://host:443", allowsHTTP: true)?.origin == "http://host:443")
    #expect(ServerAddress("host", allowsHTTP: true)?.isEncrypted == true)
  }

  @Test(
    "A server address copied from a browser is cut to its base",
    arguments: [
      ("https://host/gw/resources/virtualSystems/51", "https://host/gw"),
      ("host/resources", "https://host"), ("host/a/login.htm", "https://host/a"),
      ("host/a/", "https://host/a"), ("[::1]:8443/index.HTML", "https://[::1]:8443"),
      ("host/resourcesfor/a", "https://host/resourcesfor/a"),
    ]) func whatWasCopiedFromABrowserLeadsToTheServer(copied: String, base: String) throws
  {
    #expect(try #require(ServerAddress(copied)).base(before: ["resources"]).text == base)
  }

  @Test("A server address's resource URLs are below its path") func resourcesLieBelowItsPath()
    throws
  {
    let address = try #require(ServerAddress("[::1]:8443/openmrs/"))
    #expect(
      address.url("/ws/a?b=c%20d")?.absoluteString == "https://[::1]:8443/openmrs/ws/a?b=c%20d")
    #expect(address.origin == "https://[::1]:8443")
    // Those would be another server's.
    for path in ["", "a", "//other/a", "https://other/", "@other/"] {
      #expect(address.url(path) == nil)
    }
  }

  @Test(
    "A server address's error is a short text",
    arguments: [
      ("a b", "an address has no spaces"), ("ftp://host", "only https:// is used"),
      ("HTTP://host", "http needs --insecure-http"), ("https://", "not a valid server address"),
      ("luca@host", "leave user and password out"), ("host:0", "ports are 1 to 65535"),
      ("host:65536", "ports are 1 to 65535"), ("host:1", nil), ("host:65535", nil),
      (" host ", nil),
    ] as [(String, String?)]) func itsProblemIsSaidInAFewWords(text: String, problem: String?)
  {
    #expect(ServerAddress.problem(text) == problem)
  }

  @Test(
    "A saved server address keeps only a port behind a colon",
    arguments: [
      ("luca:12345", "luca:12345"), ("luca:12345/x@y", "luca:12345/x@y"), ("luca:١٢", "luca"),
      ("luca:", "luca:"), ("luca:1x?a:b", "luca?a:b"), ("anna@luca@host#x@y", "host#x@y"),
    ]) func onlyAPortStaysBehindAColon(text: String, saved: String)
  {
    #expect(ServerAddress.withoutUser(text) == saved)
  }

  @Test("Placeholder server addresses are in the invalid domain")
  func thoseThatStandForNoServerAreNobodys() {
    #expect(ServerAddress.recorded.text == "https://recorded.invalid")
    #expect(ServerAddress.nowhere.text == "https://nowhere.invalid")
    #expect(ServerAddress.nowhere.isEncrypted && ServerAddress.nowhere.port == nil)
  }
}
