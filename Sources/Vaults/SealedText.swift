import Files
import Foundation
import Sealing
import Synchronization

/// A text that grows at its end, and of which parts are read: sealed in a file block by block, so
/// that memory has no more than a block of it.
///
///     reprise-blocks 1 0C5E6A5B-…
///     reprise-sealed 2 key …
///
/// Behind the first line, which has a name of its own for the file, stand the blocks, all of one
/// length but the last. Each is sealed with the name of the file in its folder, the one in the
/// first line, and its number, the last one as the last: so no block can be left out, moved, or put
/// back from an earlier file. A new file takes the place of the earlier one once it is finished.
public final class SealedText: Sendable {
  fileprivate struct State {
    /// The number of blocks in the file before the tail.
    var blocks = 0
    /// The bytes behind them; all bytes of a text in memory.
    var tail: [UInt8]
    /// The block that was read last.
    var latest: (number: Int, bytes: [UInt8])?
  }

  fileprivate struct Storage {
    let file: BlockFile
    let sealing: SealedFiles
    /// The name of the file in its folder, and the one in its first line.
    let names: String
    /// The length of a block in the file.
    let length: Int
  }

  /// The file; nil for a text in memory.
  private let storage: Storage?
  private let state: Mutex<State>

  /// Creates a text in memory.
  ///
  ///     let text = SealedText()
  public init(_ bytes: [UInt8] = []) {
    storage = nil
    state = Mutex(State(tail: bytes))
  }

  /// Begins a new file. Throws `FileError`.
  init(replacing path: String, as name: String, _ sealing: SealedFiles, heading: Int) throws {
    let file = try BlockFile(replacing: path)
    let own = UUID().uuidString
    try file.write(Self.title + Array("\(own)\n".utf8), at: 0)
    storage = Storage(
      file: file, sealing: sealing, names: "\(name) \(own)",
      length: Self.sealedLength(heading: heading))
    state = Mutex(State(tail: []))
  }

  /// Opens a file; nil if it isn't one of blocks. Throws `FileError`, `SealedFormat.Refusal` and
  /// `SealingError`.
  init?(_ file: BlockFile, as name: String, _ sealing: SealedFiles, heading: Int) throws {
    let first = try file.bytes(from: 0, count: Self.start)
    guard first.starts(with: Self.title) else { return nil }
    let own = String(decoding: first.dropFirst(Self.title.count).dropLast(), as: UTF8.self)
    let length = Self.sealedLength(heading: heading)
    let storage = Storage(file: file, sealing: sealing, names: "\(name) \(own)", length: length)
    let blocks = max(0, try file.size - Self.start - 1) / length
    self.storage = storage
    state = Mutex(State(blocks: blocks, tail: try storage.block(blocks, isLast: true)))
  }

  private static let title = Array("reprise-blocks 1 ".utf8)
  /// The place of the first block.
  fileprivate static let start = title.count + 37
  /// The length of a block: with a byte of padding a power of two, so that no more is added.
  fileprivate static let length = 1 << 16 - 1

  private static func sealedLength(heading: Int) -> Int {
    heading + Padding.length(of: length) + Sealer.overhead
  }

  /// The number of bytes.
  public var count: Int { state.withLock { $0.count } }

  /// Adds bytes to the end, and returns their place. Throws `VaultError`, `tooLarge` beyond the
  /// most bytes of a file.
  @discardableResult public func append(_ bytes: [UInt8]) throws -> Range<Int> {
    try state.withLock { state in
      let start = state.count
      guard start + bytes.count <= Vault.mostBytes else {
        throw VaultError.tooLarge(bytes: start + bytes.count, limit: Vault.mostBytes)
      }
      var rest = bytes[...]
      while let storage, state.tail.count + rest.count > Self.length {
        let part = rest.prefix(Self.length - state.tail.count)
        try storage.write(state.tail + part, state.blocks, isLast: false)
        rest = rest.dropFirst(part.count)
        state.tail = []
        state.blocks += 1
      }
      state.tail += rest
      return start..<start + bytes.count
    }
  }

  /// Returns the bytes of a place. Throws `VaultError`.
  public func bytes(_ place: Range<Int>) throws -> [UInt8] {
    try state.withLock { state in
      guard place.lowerBound >= 0, place.upperBound <= state.count else {
        throw VaultError.damaged(path: storage?.file.path ?? "", "a part of it is missing")
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(place.count)
      while bytes.count < place.count {
        let next = place.lowerBound + bytes.count
        let number = min(next / Self.length, state.blocks)
        if let storage, number < state.blocks, state.latest?.number != number {
          state.latest = (number, try storage.block(number, isLast: false))
        }
        let block = number < state.blocks ? state.latest?.bytes ?? [] : state.tail
        bytes += block.dropFirst(next - number * Self.length).prefix(place.count - bytes.count)
      }
      return bytes
    }
  }

  /// Puts the new file in the place of the earlier one, and returns once the disk has it; nothing
  /// can be added after that. Throws `VaultError`, and then the earlier file is still there.
  public func finish() throws {
    try state.withLock { state in
      try storage?.write(state.tail, state.blocks, isLast: true)
      try VaultError.ofVault { try storage?.file.finish() }
    }
  }
}

extension SealedText.State {
  fileprivate var count: Int { blocks * SealedText.length + tail.count }
}

extension SealedText.Storage {
  fileprivate func write(_ bytes: [UInt8], _ number: Int, isLast: Bool) throws {
    let sealed = try sealing.seal(bytes, as: name(number, isLast))
    try VaultError.ofVault { try file.write(sealed, at: SealedText.start + number * length) }
  }

  fileprivate func block(_ number: Int, isLast: Bool) throws -> [UInt8] {
    let sealed = try VaultError.ofVault {
      try file.bytes(from: SealedText.start + number * length, count: length)
    }
    do {
      let bytes = try sealing.open(sealed, as: name(number, isLast))
      // Any other length would move what stands behind it.
      guard isLast || bytes.count == SealedText.length else { throw SealedFormat.Refusal.changed }
      return bytes
    } catch let refusal as SealedFormat.Refusal {
      throw VaultError.damaged(path: file.path, refusal.rawValue)
    }
  }

  private func name(_ number: Int, _ isLast: Bool) -> String {
    "\(names) \(number)\(isLast ? " last" : "")"
  }
}
