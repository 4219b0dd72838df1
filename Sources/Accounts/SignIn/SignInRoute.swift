public import Core
public import Screens

/// The screens before the application's own.
public enum SignInRoute: AppRoute {
  /// The sign-in screen.
  case gate
  /// The screen that asks whether to erase everything stored about an account.
  case erasure(of: Account)
  /// The screen for an untrusted certificate.
  case certificate(UnknownCertificate)
}
