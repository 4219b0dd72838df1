import Foundation
import Testing

@testable import Restoration

@Suite struct ThisMachineTests {
  @Test("This machine's name is the host name without the domain")
  func itsNameIsTheKernelsWithoutTheDomain() throws {
    let kernels = try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
    let host = try #require(kernels.split(whereSeparator: { $0 == "." || $0.isNewline }).first)
    let isPlain = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    #expect(ThisMachine.name == host || !isPlain || host.count > 63)
  }

}
