import Networking
public import Screens
public import Values

/// The screens before an application.
public enum GateRoute: AppRoute {
  case gate
  /// What is kept of somebody is to be erased.
  case erasure(of: Account)
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}
