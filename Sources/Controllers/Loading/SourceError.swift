public import Screens

/// A source's error that changes the status of the data on the screen.
public protocol SourceError: Error {
  /// The data status after this error; `.current` if the data is up to date and something else
  /// failed, such as writing the cache. Then the error is only reported, and the data stays.
  var dataStatus: Provenance.DataStatus { get }

  /// Whether no request was sent, so that nothing has failed.
  var isUnsent: Bool { get }

  /// The number of seconds before the next automatic load may start; `nil` if the source hasn't set
  /// any.
  var secondsToNextLoad: Int? { get }

  /// The name of the server that the error is about; `nil` if it is the data's own source.
  var serverName: String? { get }

  /// The route of a screen that shows a response that couldn't be decoded; `nil` for other errors,
  /// and if the response isn't stored.
  var unreadableResponseRoute: (any AppRoute)? { get }
}

extension SourceError {
  /// False: a request was sent.
  public var isUnsent: Bool { false }

  /// `nil`: the source hasn't set any.
  public var secondsToNextLoad: Int? { nil }

  /// `nil`: the error is about the data's own source.
  public var serverName: String? { nil }

  /// `nil`: there is no response to show.
  public var unreadableResponseRoute: (any AppRoute)? { nil }
}

extension Provenance {
  /// Returns the provenance after an error, with the name of the server that the error is about,
  /// such as a screen's file server.
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
