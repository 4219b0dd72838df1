/// The ways to leave an application.
enum Leaving {
  case quit
  case lock
  /// Only for a while: the shell's fg comes back.
  case suspend

  /// The word for it, as it begins a sentence.
  var title: String {
    switch self {
    case .quit: "Quit"
    case .lock: "Lock"
    case .suspend: "Suspend"
    }
  }
}
