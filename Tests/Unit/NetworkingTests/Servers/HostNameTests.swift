import Testing

@testable import Networking

/// The expected texts were made with Python's codec, not with this code.
@Suite struct HostNameTests {
  @Test(
    "An international host name is encoded in ASCII",
    arguments: [
      ("https://аpple.example:8443", "https://xn--pple-43d.example:8443"),
      ("bücher.example", "xn--bcher-kva.example"),
      ("münchen.bücher", "xn--mnchen-3ya.xn--bcher-kva"),
      ("日本語.example", "xn--wgv71a119e.example"), ("пример.example", "xn--e1afmkfd.example"),
      ("é", "xn--9ca"), ("耷", "xn--fy0a"),
      ("馼礡坧怶r", "xn--r-jl0bp4y800aoe0b"),
    ])
  func anInternationalNameIsInASCII(text: String, expected: String) {
    #expect(HostName(text).ascii == expected)
    #expect(HostName(text).displayText == "\(expected) (“\(text)”)")
  }

  @Test(
    "An international host name is normalized as for a request",
    arguments: [
      ("BÜCHER.example.", "xn--bcher-kva.example."), ("bu\u{308}cher", "xn--bcher-kva"),
      ("https://é..é:1", "https://xn--9ca..xn--9ca:1"),
    ])
  func anInternationalNameIsNormalized(text: String, expected: String) {
    #expect(HostName(text).ascii == expected)
  }

  @Test(
    "A label that no host has is percent-encoded",
    arguments: [
      ("a\u{80}", "a%C2%80"), ("x\u{202E}y.example", "x%E2%80%AEy.example"),
      ("bank.example／evil.example", "bank.example%EF%BC%8Fevil.example"),
    ])
  func aLabelThatNoHostHasIsPercentEncoded(text: String, expected: String) {
    #expect(HostName(text).ascii == expected)
    #expect(HostName(text).displayText == "\(expected) (“\(text)”)")
  }

  @Test(
    "An ASCII host name stays unchanged",
    arguments: [
      "https://appliance.example.com:8443", "https://[fe80::1]:443", "xn--pple-43d.example", "",
      "a_b-c.example",
    ])
  func anyOtherNameStaysAsItIs(text: String) {
    #expect(HostName(text).ascii == text && HostName(text).displayText == text)
  }

  /// The command that is advised names the server in ASCII.
  @Test("An ASCII host name addresses the same server") func aNameInASCIIIsTheSameServer() throws {
    let written = try #require(ServerAddress("https://bücher.example:8443"))
    let ascii = try #require(ServerAddress(HostName(written.text).ascii))
    #expect(ascii.origin == written.origin)
    #expect(HostName(ascii.origin).ascii == "https://xn--bcher-kva.example:8443")
  }

  @Test("A host name of 200,000 letters is cut quickly") func aNameThatIsNoHostsTakesNoTime() {
    let letters = (0..<200_000).compactMap { Unicode.Scalar(0x4E00 + $0 % 20_000) }
    let text = String(String.UnicodeScalarView(letters))
    #expect(HostName(text).ascii.hasSuffix("…"))
    #expect(HostName(text).ascii.count < 500)
  }
}
