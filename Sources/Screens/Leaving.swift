/// The ways to leave an application.
enum Leaving {
  case quit
  case lock

  /// The word for it, as it begins a sentence.
  var title: String { self == .quit ? "Quit" : "Lock" }
}
