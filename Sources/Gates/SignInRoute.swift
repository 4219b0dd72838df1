public import Screens
public import Servers
public import Values

/// The screens before an application.
public enum SignInRoute: AppRoute {
  /// The gate.
  case gate
  /// The question whether to erase everything that is kept of somebody.
  case erasure(of: Account)
  /// The question about a certificate that isn't trusted.
  case certificate(UnknownCertificate)
}
