import Testing

@testable import Encryption

@Suite struct KnownAnswerTestTests {
  @Test("Known-answer test fails on one different digit") func oneDigitThatDiffersIsTooMany() throws
  {
    let published: [(WritableKeyPath<KnownAnswerTest, String>, String)] = [
      (\.derived, "scrypt"), (\.key, "AES-256-GCM"), (\.nonce, "AES-256-GCM"),
      (\.header, "AES-256-GCM"), (\.plain, "AES-256-GCM"), (\.sealed, "AES-256-GCM"),
      (\.tag, "AES-256-GCM"), (\.digest, "SHA-256"),
    ]
    let library = try Libcrypto.system.loaded()
    for (path, what) in published {
      var check = KnownAnswerTest()
      let last = check[keyPath: path].removeLast()
      check[keyPath: path].append(last == "0" ? "1" : "0")
      #expect(
        throws: SealingError.selfCheckFailed(
          library: library.name, "its \(what) differs from what is published")
      ) { try check.run(on: library) }
    }
  }
}
