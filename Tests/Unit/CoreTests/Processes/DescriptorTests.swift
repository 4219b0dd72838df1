import Foundation
import Testing

@testable import Core

@Suite struct DescriptorTests {
  /// In a process of its own, which loses its standard error.
  @Test("A descriptor moves away from the standard files' numbers")
  func aStandardFilesNumberIsGivenUpForAHigherOne() async {
    await #expect(processExitsWith: .success) {
      let file = try Descriptor(moving: STDERR_FILENO)
      #expect(file.number > STDERR_FILENO)
      #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test("A descriptor above the standard files stays") func aHigherNumberStays() throws {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    try #require(number > STDERR_FILENO)
    #expect(try Descriptor(moving: number).number == number)
    #expect(throws: POSIXError.self) { try Descriptor(opening: "/dev/null/nothing", O_RDONLY) }
  }
}
