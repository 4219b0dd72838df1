import CSystem
import Foundation
import Testing

@testable import Encryption

@Suite struct SecretBytesTests {
  @Test("Secret bytes are read as filled in") func whatWasFilledInIsRead() throws {
    let secret = try SecretBytes(count: 4) { $0.copyBytes(from: [1, 2, 3, 4]) }
    #expect(secret.withUnsafeBytes { Array($0) } == [1, 2, 3, 4])
  }

  @Test("Secret bytes rethrow an error of filling") func aProblemWhileFillingIsTheCallers() {
    #expect(throws: SealingError.locked) {
      try SecretBytes(count: 4) { _ in throw SealingError.locked }
    }
  }

  @Test("Secret bytes are zeros after wiping") func wipingLeavesZeros() {
    var bytes: [UInt8] = [1, 2, 3]
    bytes.withUnsafeMutableBytes { reprise_secret_wipe($0.baseAddress, $0.count) }
    #expect(bytes == [0, 0, 0])
  }

  @Test("Wiped array is empty and its copy is not", arguments: [[], [1, 2, 3]] as [[UInt8]])
  func aWipedArrayIsEmptyAndItsCopiesAreNot(bytes: [UInt8]) {
    var wiped = bytes
    wiped.wipe()
    #expect(wiped.isEmpty)
    #expect(bytes.isEmpty || bytes == [1, 2, 3])
  }

  @Test("Secret bytes are excluded from core dumps") func coreDumpsLeaveThemOut() throws {
    let secret = try SecretBytes(count: 64) { _ in }
    let start = secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    // String(contentsOfFile:) stops after the first page of a file whose size isn't known.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    var isOurs = false
    var flags: Substring?
    for line in text.split(separator: "\n") {
      let range = line.prefix { $0 != " " }.split(separator: "-").map { UInt($0, radix: 16) }
      if range.count == 2, let from = range[0], let to = range[1] {
        isOurs = (from..<to).contains(start)
      } else if isOurs, line.hasPrefix("VmFlags:") {
        flags = line
      }
    }
    #expect(try #require(flags).split(separator: " ").contains("dd"))
    withExtendedLifetime(secret) {}
  }
}
