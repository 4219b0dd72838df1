import Foundation
import Testing

@testable import Encryption

@Suite struct SealingErrorTests {
  static let all: [SealingError] = [
    .wrongPassword, .noPassword, .changed, .changedEnvelope, .notSealed, .newer(format: 9),
    .unsafeParameters("its r is 0"), .missingLibrary("libcrypto.so.3"),
    .tooManyFiles(library: "libcrypto.so.3"),
    .selfCheckFailed(
      library: "libcrypto.so.3", "it lacks functions that libcrypto has since OpenSSL 3.0"),
    .libraryFailed("sealing"), .noRandomBytes, .outOfMemory(bytes: 64 << 20), .locked,
  ]

  @Test("Sealing errors say what happened and what to do", arguments: all)
  func everyProblemSaysWhyAndWhatToDo(problem: SealingError) throws {
    let reason = try #require(problem.errorDescription)
    let advice = try #require(problem.recoverySuggestion)
    #expect(reason.hasSuffix(".") && advice.hasSuffix("."))
  }

  @Test("Sealing errors have different descriptions") func noTwoProblemsAreSaidAlike() {
    #expect(Set(Self.all.map(\.errorDescription)).count == Self.all.count)
  }

  @Test("Sealing error of a missing library says what to install")
  func aMissingLibraryIsNamedWithWhatToInstall() throws {
    let problem = SealingError.missingLibrary("libcrypto.so.3")
    #expect(
      problem.errorDescription == "Sealing needs libcrypto.so.3, which isn't on this machine.")
    #expect(try #require(problem.recoverySuggestion).contains("Install OpenSSL 3: "))
  }

  @Test("Sealing error of too little memory says how much is needed")
  func tooLittleMemorySaysHowMuchItTakes() {
    #expect(
      SealingError.outOfMemory(bytes: 64 << 20).errorDescription
        == "There is too little memory to derive the key: it takes 64 MiB.")
  }
}
