import Networking
import Testing

@Suite struct PasswordErrorTests {
  private static let command =
    "The command must print the password, and nothing else, as its first line."
  private static let shell = "Run the command in a shell to see what is wrong with it."
  private static let byHand =
    "Type the password; check that a keyring runs on this desktop."

  private static let words: [(problem: PasswordError, sentence: String, advice: String)] = [
    (
      .notStarted(.command, reason: "No such file or directory"),
      "The password command can't be started: No such file or directory.", shell
    ),
    (
      .notStarted(.keyring, reason: "No such file or directory"),
      "secret-tool, which asks the keyring, can't be started: No such file or directory.", byHand
    ),
    (
      .failed(.command, code: 3, line: nil), "The password command ended with exit code 3.", shell
    ),
    (
      .failed(.keyring, code: 1, line: "no D-Bus"),
      "secret-tool, which asks the keyring, ended with exit code 1: “no D-Bus”.", byHand
    ),
    (
      .timedOut(.command, seconds: 9),
      "The password command didn't finish within 9 s and was stopped.",
      "Run the command in a shell to see what it waits for."
    ),
    (
      .timedOut(.keyring, seconds: 9),
      "secret-tool, which asks the keyring, didn't finish within 9 s and was stopped.", byHand
    ),
    (
      .endless(.command, limit: 65_536),
      "The password command printed more than 64 KiB and was stopped.", command
    ),
    (
      .endless(.keyring, limit: 65_536),
      "secret-tool, which asks the keyring, printed more than 64 KiB and was stopped.", byHand
    ),
    (
      .nothingPrinted, "The password command printed nothing in its first line.", command
    ),
    (.tooLong(.command, limit: 4096), "The password has more than 4096 bytes.", command),
    (
      .tooLong(.terminal, limit: 4094), "The password has more than 4094 bytes.",
      "Type the password again."
    ),
    (.tooLong(.keyring, limit: 4096), "The password has more than 4096 bytes.", byHand),
    (.notText(.command), "The password isn't text in UTF-8.", command),
    (.notText(.terminal), "The password isn't text in UTF-8.", "Type the password again."),
    (.notText(.keyring), "The password isn't text in UTF-8.", byHand),
    (
      .damagedList(path: "a/keyring.json", quarantine: "keyring.json.aside-1"),
      "a/keyring.json, the list of passwords in the keyring, is damaged and wasn't used.",
      "It was set aside as keyring.json.aside-1. Type the password and tick “remember” again."
    ),
    (
      .inaccessibleList(reason: "a: it is a symbolic link."),
      "Can't read or save the list of passwords in the keyring: a: it is a symbolic link.",
      "Check the folder and its permissions."
    ),
  ]

  @Test("Every password error has its description and advice", arguments: words)
  func eachHasItsWordsAndItsAdvice(
    problem: PasswordError, sentence: String, advice: String
  ) {
    #expect(problem.errorDescription == sentence)
    #expect(problem.recoverySuggestion == advice)
  }
}
