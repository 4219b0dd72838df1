/// A reason why a screen that was asked for isn't opened.
enum RouteRefusal: Error {
  /// So many screens are open that there is no room for another.
  case full
  /// The route is neither the application's nor the framework's.
  case foreign(String)

  /// The sentence in the status line.
  var sentence: String {
    switch self {
    case .full: "No more screens can be opened. Go back first."
    case .foreign(let type):
      "This application has no screen for \(type): a fault of the application."
    }
  }
}
