/// A problem with a source that says whether the source is there.
public protocol SourceProblem: Error {
  /// Whether the source was asked and answered, though not with what it was asked for. One that refuses isn't away.
  var isRefusal: Bool { get }
}
