import Reprise

/// The screens of the viewer.
enum Route: AppRoute {
  case start
  case systems(of: Origin)
  case system(id: ResourceID, of: Origin)
  /// A system as the server described it.
  case answer(id: ResourceID, of: Origin)
}

/// Whose systems a screen shows.
enum Origin: String, Codable, Sendable {
  /// What `--unplugged` names, or else the built-in fixture.
  case unplugged
}
