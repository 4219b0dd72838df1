import Testing

@testable import Sealing

@Suite struct LibcryptoTests {
  @Test func theMachinesOwnPassesItsCheck() throws {
    try Libcrypto.system.load()
  }

  @Test func aMissingLibraryIsNamed() {
    let library = Libcrypto(named: ["libcrypto-that-is-nowhere.so.3"])
    #expect(throws: SealingProblem.missingLibrary("libcrypto-that-is-nowhere.so.3")) {
      try library.load()
    }
  }

  @Test func withoutTheLibraryNothingIsSealedAndThePasswordIsWiped() {
    var password = Example.password
    #expect(throws: SealingProblem.missingLibrary("libcrypto-that-is-nowhere.so.3")) {
      try Sealer(
        wiping: &password, parameters: Example.parameters(),
        library: Libcrypto(named: ["libcrypto-that-is-nowhere.so.3"]))
    }
    #expect(password.isEmpty)
  }

  #if os(Linux)
    @Test func aLibraryThatIsAnotherIsNotUsed() {
      let problem = #expect(throws: SealingProblem.self) {
        try Libcrypto(named: ["libm.so.6"]).load()
      }
      guard case .selfCheckFailed(library: "libm.so.6", _) = problem else {
        Issue.record("\(problem as Any)")
        return
      }
    }

    @Test func theFirstThatThereIsIsOpened() throws {
      let library = Libcrypto(named: ["libcrypto-that-is-nowhere.so.3", "libcrypto.so.3"])
      #expect(try library.loaded().name == "libcrypto.so.3")
    }
  #endif
}
