public import Screens

/// A problem with a source that says how what is shown stands to what the source has then.
public protocol SourceProblem: Error {
  var standing: Provenance.Standing { get }
}
