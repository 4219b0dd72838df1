#if canImport(Glibc)
  import Foundation
  import Networking
  import Testing

  /// Pieces of all the sizes that texts have. What is left of them is read by the kernel, which refuses what is no memory any more.
  @Suite struct FreedMemoryTests {
    private static let sizes = [24, 48, 96, 200, 500, 1000, 5000, 100_000]
    private let letter = UInt8(ascii: "Q")
    private let pipe = Pipe()

    init() throws {
      // Once more changes nothing.
      try #require(FreedMemory.wipe() && FreedMemory.wipe())
    }

    private func filled(_ size: Int) throws -> UnsafeMutableRawPointer {
      let memory = try #require(malloc(size))
      memset(memory, Int32(letter), size)
      return memory
    }

    /// The longest run of the letter in memory that was given back. glibc writes its own numbers at the beginning of a piece.
    ///
    /// Through a pipe: /proc/self/mem is closed to whoever isn't root once the process has refused to have its memory dumped.
    private func left(at address: UInt, _ size: Int) throws -> Int {
      let (input, output) = (
        pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor
      )
      // On the stack, so that the piece isn't taken for it.
      return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
        var (run, longest, offset) = (0, 0, 0)
        while offset < size {
          let wanted = min(1024, size - offset)
          let count = write(output, UnsafeRawPointer(bitPattern: address + UInt(offset)), wanted)
          // A large piece is no memory of the process any more.
          guard count > 0, read(input, buffer.baseAddress, count) == count else { break }
          for byte in buffer.prefix(count) {
            run = byte == letter ? run + 1 : 0
            longest = max(longest, run)
          }
          offset += count
        }
        return longest
      }
    }

    @Test(arguments: sizes)
    func aPieceIsOverwrittenWhenItIsGivenBack(size: Int) throws {
      let piece = try filled(size)
      let address = UInt(bitPattern: piece)
      #expect(try left(at: address, size) == size)
      free(piece)
      #expect(try left(at: address, size) < 8)
    }

    @Test(arguments: sizes)
    func aPieceThatGrowsLeavesNothingWhereItWas(size: Int) throws {
      let piece = try filled(size)
      let address = UInt(bitPattern: piece)
      let larger = try #require(realloc(piece, 3 * size))
      #expect(memcmp(larger, Array(repeating: letter, count: size), size) == 0)
      if UInt(bitPattern: larger) != address { #expect(try left(at: address, size) < 8) }
      free(larger)
    }

    @Test func whatIsCutOffIsOverwritten() throws {
      let piece = try filled(5000)
      let address = UInt(bitPattern: piece)
      let smaller = try #require(realloc(piece, 100))
      #expect(memcmp(smaller, Array(repeating: letter, count: 100), 100) == 0)
      #expect(try left(at: address + 104, 4800) < 8)
      free(smaller)
    }
  }
#endif
