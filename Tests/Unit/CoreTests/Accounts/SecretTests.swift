import Testing

@testable import Core

@Suite struct SecretTests {
  private func bytes(_ secret: Secret) -> [UInt8] { secret.withBytes { Array($0) } }

  @Test("Secret has the bytes of its text", arguments: ["geheim", "pässwörd", "", "a\0b"])
  func itHasTheBytesThatItWasMadeFrom(text: String) {
    #expect(bytes(Secret(text)) == Array(text.utf8))
    #expect(bytes(Secret(bytes: Array(text.utf8))) == Array(text.utf8))
    #expect(Secret(text).isEmpty == text.isEmpty)
  }

  /// Also where something that holds it is printed or dumped.
  @Test("Secret prints and dumps as dots") func itPrintsAsDots() {
    let held = (name: "anna", password: Secret("geheim"))
    var dumped = ""
    dump(held, to: &dumped)
    for text in ["\(held)", String(reflecting: held), dumped] {
      #expect(text.contains("•••") && !text.contains("geheim"))
    }
  }
}
