import Encryption
import Testing

@Suite struct RecordingErrorTests {
  private static let directory = "Name the folder that was recorded with --record DIR."

  private static let words: [(problem: RecordingError, sentence: String, advice: String)] = [
    (.nowhere("a"), "a: there is no such folder.", directory),
    (.notADirectory("a"), "a: this isn't a folder.", directory),
    (.notSealed("a"), "a: this isn't an encrypted recording.", directory),
    (.notARecording("a"), "a: this is encrypted, but it isn't a recording.", directory),
    (
      .damagedKey("a"), "a/key, which the password opens, is damaged.",
      "Put the file back from a copy; without it the recording can't be opened."
    ),
    (
      .damagedResponse(file: "a/b"), "a/b: this recorded answer was changed or damaged.",
      "Put the file back from a copy, or record into the folder again."
    ),
    (
      .unreadable("a", reason: "input/output error"), "a: it can't be read: input/output error.",
      "Check the folder and its permissions."
    ),
    (.newer("a"), "a: this was recorded by a newer release.", "Play it with a newer release."),
    (
      .wrongPassword("a"), "a was recorded with another password.",
      "Type the one it was recorded with; no other opens it."
    ),
    (
      .passwordNeeded("a"), "a: its password is needed.",
      "Run it in a terminal, or add --password-command CMD."
    ),
    (
      .occupied("a"), "a: this folder holds other files.",
      "Name an empty folder, or a new one, with --record DIR."
    ),
    (
      .otherPassword("a"), "a was recorded with another password than this one.",
      "Name another folder with --record DIR."
    ),
    (
      .otherOrigin("a", "b"), "a was recorded of b.",
      "Name another folder with --record DIR: one holds one user's answers."
    ),
  ]

  @Test("Recording errors say what happened and what to do", arguments: words)
  func eachHasItsWordsAndItsAdvice(
    problem: RecordingError, sentence: String, advice: String
  ) {
    #expect(problem.errorDescription == sentence)
    #expect(problem.recoverySuggestion == advice)
  }
}
