public import Screens

/// A problem with a source that gives the data on the screen another standing.
public protocol SourceProblem: Error {
  /// The standing of the data after this problem.
  var standing: Provenance.Standing { get }
}
