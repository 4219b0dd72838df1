/// The ways to leave an application; the words for them begin a sentence.
enum ExitReason: String {
  case quit = "Quit"
  case lock = "Lock"
  /// Only for a while: the shell's fg comes back.
  case suspend = "Suspend"
}
