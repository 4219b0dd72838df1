import Core
import Encryption
import Foundation
import Testing

@Suite struct VaultErrorTests {
  @Test("Vault error of a hard link advises no permissions")
  func aKeyWithSeveralNamesIsNoMatterOfPermissions() {
    let problem = FileError.linked(path: "/a/key")
    #expect(VaultError.file(problem).recoverySuggestion == problem.recoverySuggestion)
    #expect(problem.recoverySuggestion?.contains("permissions") == false)
  }

  @Test(
    "Vault errors are brief, a sentence, and have advice",
    arguments: [
      (
        .damaged(path: "/a", "it has no heading"), "it has no heading",
        "/a is damaged: it has no heading."
      ),
      (
        .damagedKey(path: "/key", "it is junk"), "it is junk",
        "/key, which the password opens, is damaged: it is junk."
      ),
      (
        .newerKey(path: "/key"), "a newer release wrote it",
        "/key, which the password opens, was written by a newer release; this one can't read it."
      ),
      (
        .inUse, "it is open in another window", "The data saved here is open in another window."
      ),
      (
        .deleted(path: "/v"), "it was deleted",
        "The data saved here was deleted while it was open (/v): nothing more is saved."
      ),
      (
        .tooLarge(bytes: 3 << 20, limit: 2 << 20), "it has 3 MiB, and at most 2 MiB can be saved",
        "This needs 3 MiB in one file; at most 2 MiB can be saved."
      ),
    ] as [(VaultError, String, String)])
  func eachProblemIsSaidInFewWordsAndInASentence(
    problem: VaultError, brief: String, sentence: String
  ) {
    #expect(problem.brief == brief)
    #expect(problem.errorDescription == sentence)
    #expect(problem.recoverySuggestion?.isEmpty == false)
  }

  @Test("Vault error of a full disk advises to free space", arguments: [ENOSPC, EDQUOT, EACCES])
  func onlyAFullDiskNeedsSpace(code: Int32) {
    let problem = VaultError.file(.system("written", path: "/a", code: code))
    let asksForSpace = problem.recoverySuggestion?.hasPrefix("Free some space") == true
    #expect(asksForSpace == (code != EACCES))
  }
}
