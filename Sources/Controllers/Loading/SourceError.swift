public import Screens

/// An error of a screen's source that determines the data status on the screen, such as `.offline`.
/// After any other error the data status is `.error`.
public protocol SourceError: Error {
  /// The data status after this error. `.current` means that the data is up to date and another
  /// operation failed, such as writing the cache. In this case the screen reports the error and
  /// continues to show the data.
  var dataStatus: Provenance.DataStatus { get }

  /// Whether the load ended before a request was sent. The screen reports "Not sent yet" instead of
  /// a failed load.
  var isUnsent: Bool { get }

  /// The minimum number of seconds until the next automatic load, for example because a server
  /// limits requests. A screen without a refresh interval then isn't loaded automatically. `nil` if
  /// the error prescribes no wait.
  var secondsToNextLoad: Int? { get }

  /// The name of the server that failed, if it isn't the server that the screen's provenance names,
  /// for example a separate file server. `nil` if both are the same.
  var serverName: String? { get }

  /// The route of a screen that shows the undecodable response that caused this error. `nil` if the
  /// error has another cause, or if the response isn't stored.
  var unreadableResponseRoute: (any AppRoute)? { get }
}

extension SourceError {
  /// By default `false`: a request was sent, and the screen reports a failed load.
  public var isUnsent: Bool { false }

  /// By default `nil`: the error prescribes no wait before the next automatic load.
  public var secondsToNextLoad: Int? { nil }

  /// By default `nil`: the error is about the server that the screen's provenance names.
  public var serverName: String? { nil }

  /// By default `nil`: no screen can show the response that caused the error.
  public var unreadableResponseRoute: (any AppRoute)? { nil }
}

extension Provenance {
  /// Returns this provenance with the data status after an error. If the source is live and the
  /// error names another server, that server becomes the source.
  ///
  ///     provenance.after(error)
  public func after(_ problem: any Error) -> Provenance {
    let known = problem as? any SourceError
    var provenance = self
    provenance.dataStatus = known?.dataStatus ?? .error
    if case .live = source, let name = known?.serverName { provenance.source = .live(name) }
    return provenance
  }
}
