import Networking
public import Restoration
public import Screens

/// The screens before an application.
public enum GateRoute: AppRoute {
  case gate
  /// What is kept of somebody is to be erased.
  case erasure(of: Principal)
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}
