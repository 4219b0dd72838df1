import Reprise

/// The browser of openBIS instances.
@main enum OpenBIS {
  static let version = "0.1.0"

  @MainActor static func main() { Application("openbis") { BlankScreen() }.main() }
}

/// A screen with nothing on it, until there are screens.
final class BlankScreen: Screen {
  struct State: RestorableState {}
  var state = State()
  func draw(in canvas: inout Canvas) {}
  func handle(_ event: Event, _ navigator: Navigator) -> Handled { .ignored }
}
