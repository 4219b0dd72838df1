/// Why a screen isn't opened.
enum RouteRefusal: Error {
  /// The stack has reached its maximum depth.
  case full
  /// The route is neither the application's nor the framework's.
  case foreign(String)

  /// The text for the status line.
  var sentence: String {
    switch self {
    case .full: "No more screens can be opened. Go back first."
    case .foreign(let type):
      "This application has no screen for \(type): a fault of the application."
    }
  }
}
