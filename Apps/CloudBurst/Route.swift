import Reprise

/// The screens of the viewer.
enum Route: AppRoute {
  case start
  case systems(of: Origin)
  case system(id: ResourceID, of: Origin)
  case machine(id: ResourceID, in: ResourceID, of: Origin)
  /// The machines of a system, as a list.
  case machines(in: ResourceID, of: Origin)
  /// A machine as the server described it.
  case machineAnswer(id: ResourceID, in: ResourceID, of: Origin)
  /// A system as the server described it.
  case answer(id: ResourceID, of: Origin)
  /// The question for an account's password.
  case password(of: Principal, isRefused: Bool)
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}
