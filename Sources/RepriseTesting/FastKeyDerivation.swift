import Encryption
public import Testing

/// A test trait that makes deriving a key from a password take almost no time, not half a second.
///
///     @Suite(.cheapKeys) struct LoggingInTests {
///
/// Only tests with the same trait can open data encrypted with such a key.
public struct FastKeyDerivation: SuiteTrait, TestTrait, TestScoping {
  /// Always `true`, so that a suite with this trait applies it to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs a test while the derivation of keys from passwords takes almost no time. The testing
  /// library calls it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await KDFCost.$leastCost.withValue(1 << 4) { try await function() }
  }
}

extension Trait where Self == FastKeyDerivation {
  /// A test trait that makes the derivation of keys from passwords take almost no time.
  public static var cheapKeys: Self { Self() }
}
