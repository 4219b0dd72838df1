import Testing

@testable import Core

@Suite struct SecretTests {
  private func bytes(_ secret: Secret) -> [UInt8] { secret.withBytes { Array($0) } }

  @Test(arguments: ["geheim", "pässwörd", "", "a\0b"])
  func itHasTheBytesThatItWasMadeFrom(text: String) {
    #expect(bytes(Secret(text)) == Array(text.utf8))
    #expect(bytes(Secret(bytes: Array(text.utf8))) == Array(text.utf8))
    #expect(Secret(text).isEmpty == text.isEmpty)
  }

  /// Also where something that holds it is printed or dumped.
  @Test func itPrintsAsDots() {
    let held = (name: "anna", password: Secret("geheim"))
    var dumped = ""
    dump(held, to: &dumped)
    for text in ["\(held)", String(reflecting: held), dumped] {
      #expect(text.contains("•••") && !text.contains("geheim"))
    }
  }
}
