/// The exit reasons. The raw values begin a sentence.
enum ExitReason: String {
  case quit = "Quit"
  case lock = "Lock"
  /// Stops the process until the shell's `fg` resumes it.
  case suspend = "Suspend"
}
