public import Screens

/// A problem with a source that gives the data on the screen another standing.
public protocol SourceError: Error {
  /// The standing of the data after this problem; `.current` if what was shown is what the source has, and something else failed: a cache that
  /// can't be written. Then the person is told, and the data stay as they are.
  var dataStatus: Provenance.DataStatus { get }

  /// True if the source wasn't even asked, so that nothing has failed.
  var isUnasked: Bool { get }

  /// The seconds for which the source wants to be left alone: no load begins by itself before. Nil if it has set no time.
  var secondsToNextLoad: Int? { get }

  /// The name of the server that the problem is about; nil if it is the one that the data are from.
  var serverName: String? { get }

  /// The route of the screen that shows an answer which can't be read; nil if the problem is
  /// another one, or the answer isn't kept.
  var answer: (any AppRoute)? { get }
}

extension SourceError {
  /// False: the source was asked.
  public var isUnasked: Bool { false }

  /// Nil: the source has set no time.
  public var secondsToNextLoad: Int? { nil }

  /// Nil: the problem is about the server that the data are from.
  public var serverName: String? { nil }

  /// Nil: there is no answer to look at.
  public var answer: (any AppRoute)? { nil }
}

extension Provenance {
  /// Returns this provenance after a problem: of the server that the problem is about, such as one
  /// with a screen's files.
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
