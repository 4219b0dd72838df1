import Sealing
public import Testing

/// A trait of tests in whose process a key derived from a password costs next to nothing, and not half a second.
///
///     @Suite(.cheapKeys) struct LoggingInTests {
///
/// Only tests with the same trait open what such a key seals: an executable refuses it.
public struct FastKeyDerivation: SuiteTrait, TestTrait, TestScoping {
  /// True: a suite gives it to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs a test with cheap keys.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await KDFCost.$leastCost.withValue(1 << 4) { try await function() }
  }
}

extension Trait where Self == FastKeyDerivation {
  /// Keys derived from passwords cost next to nothing.
  public static var cheapKeys: Self { Self() }
}
