import Testing

@testable import Encryption

@Suite struct KeyParametersTests {
  typealias Choice = (cost: Int, blockSize: Int, parallelism: Int)

  private static let weak: [Choice] = [(1 << 15, 8, 1), (1 << 16, 1, 1), (2, 8, 1), (1024, 8, 16)]
  private static let dear: [Choice] = [
    (1 << 21, 8, 1), (1 << 20, 16, 1), (1 << 20, 8, 3), (1 << 16, 8, 17), (1 << 16, 33, 1),
  ]
  private static let senseless: [Choice] = [
    (65537, 8, 1), (0, 8, 1), (1, 8, 1), (-65536, 8, 1), (65536, 0, 1), (65536, -8, 1),
    (65536, 8, 0), (65536, 8, -1), (.min, .min, .min), (.max, .max, .max), (1 << 62, 8, 1),
  ]
  private let salt = [UInt8](repeating: 1, count: 16)

  @Test("Key parameters use 64 MiB and a random salt")
  func newOnesTakeSixtyFourMebibytesAndASaltOfTheirOwn() throws {
    let parameters = try KeyParameters()
    #expect(parameters.memory == 64 << 20)
    #expect(parameters.salt.count >= 16)
    #expect(try parameters.salt != KeyParameters().salt)
  }

  @Test(
    "Key parameters within limits are allowed",
    arguments: [(1 << 16, 8, 1), (1 << 20, 8, 1), (1 << 16, 8, 16), (1 << 18, 32, 2)])
  func whatIsNeitherWeakNorDearIsAllowed(cost: Int, blockSize: Int, parallelism: Int) throws {
    _ = try KeyParameters(
      salt: salt, cost: cost, blockSize: blockSize, parallelism: parallelism)
  }

  @Test(
    "Key parameters that are weak, costly or invalid are refused",
    arguments: weak + dear + senseless)
  func whatIsWeakDearOrSenselessIsRefused(cost: Int, blockSize: Int, parallelism: Int) {
    let problem = #expect(throws: SealingError.self) {
      try KeyParameters(salt: salt, cost: cost, blockSize: blockSize, parallelism: parallelism)
    }
    guard case .unsafeParameters = problem else {
      Issue.record("\(problem as Any)")
      return
    }
  }

  @Test("Key parameters with a salt of wrong length are refused", arguments: [0, 15, 65])
  func aSaltOfNoGoodLengthIsRefused(count: Int) {
    #expect(throws: SealingError.unsafeParameters("its salt has \(count) bytes")) {
      try KeyParameters(salt: [UInt8](repeating: 1, count: count), cost: 1 << 16)
    }
  }
}
