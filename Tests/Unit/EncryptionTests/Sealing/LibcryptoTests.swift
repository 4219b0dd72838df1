import Foundation
import Testing

@testable import Encryption

@Suite struct LibcryptoTests {
  @Test("Libcrypto of the system passes its self-check") func theMachinesOwnPassesItsCheck() throws
  {
    try Libcrypto.system.load()
  }

  @Test("Libcrypto that is missing is named") func aMissingLibraryIsNamed() {
    let library = Libcrypto(named: ["libcrypto-that-is-nowhere.so.3"])
    #expect(throws: SealingError.missingLibrary("libcrypto-that-is-nowhere.so.3")) {
      try library.load()
    }
  }

  /// In a process of its own, which can open nothing any more.
  @Test("Libcrypto: too many open files is not reported as missing")
  func thatTooManyFilesAreOpenIsNotTakenForAMissingLibrary() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      limit.rlim_cur = 0
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      // A name that is loaded by nobody else.
      #expect(throws: SealingError.tooManyFiles(library: "libcrypto-of-nobody.so.3")) {
        try Libcrypto(named: ["libcrypto-of-nobody.so.3"]).load()
      }
    }
  }

  @Test("Sealer without libcrypto fails and wipes the password")
  func withoutTheLibraryNothingIsSealedAndThePasswordIsWiped() {
    var password = Example.password
    #expect(throws: SealingError.missingLibrary("libcrypto-that-is-nowhere.so.3")) {
      try Sealer(
        wiping: &password, parameters: Example.parameters(),
        library: Libcrypto(named: ["libcrypto-that-is-nowhere.so.3"]))
    }
    #expect(password.isEmpty)
  }

  @Test("Libcrypto: another library fails the self-check") func aLibraryThatIsAnotherIsNotUsed() {
    let problem = #expect(throws: SealingError.self) {
      try Libcrypto(named: ["libm.so.6"]).load()
    }
    guard case .selfCheckFailed(library: "libm.so.6", _) = problem else {
      Issue.record("\(problem as Any)")
      return
    }
  }

  @Test("Libcrypto loads the first library that exists") func theFirstThatThereIsIsOpened() throws {
    let library = Libcrypto(named: ["libcrypto-that-is-nowhere.so.3", "libcrypto.so.3"])
    #expect(try library.loaded().name == "libcrypto.so.3")
  }
}
