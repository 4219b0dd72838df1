import Core
import FoundationEssentials
import Glibc
import Synchronization

/// A text that is appended to and read in ranges. It is encrypted in a file block by block, so at
/// most a few blocks are in memory at a time. A text can also be held in memory only.
///
///     reprise-blocks 1 0C5E6A5B-…
///     reprise-sealed 2 key …
///
/// The first line contains a unique name of the file. The blocks follow, all of the same length
/// except the last. Each block authenticates the file's name in its directory, the unique name, its
/// number, and whether it is the last. So blocks can't be omitted, reordered, or restored from an
/// earlier file. A new file replaces the earlier one when it is finished.
public final class SealedText: Sendable {
  fileprivate struct State {
    var blocks = 0
    /// The bytes after the complete blocks, or the whole text if it is in memory.
    var tail: [UInt8]
    var latest: (number: Int, bytes: [UInt8])?
  }

  fileprivate struct Storage {
    let file: BlockFile
    let sealing: SealedFiles
    /// The file's name in its directory and its unique name.
    let names: String
    let length: Int
  }

  /// `nil` for a text in memory.
  private let storage: Storage?
  private let state: Mutex<State>

  /// Creates a text in memory, which isn't written to a file. By default, it is empty.
  ///
  ///     let text = SealedText()
  public init(_ bytes: [UInt8] = []) {
    storage = nil
    state = Mutex(State(tail: bytes))
  }

  init(replacing path: String, as name: String, _ sealing: SealedFiles, heading: Int) throws {
    let file = try BlockFile(replacing: path)
    let own = UUID().uuidString
    try file.write(Self.title + Array("\(own)\n".utf8), at: 0)
    storage = Storage(
      file: file, sealing: sealing, names: "\(name) \(own)",
      length: Self.sealedLength(heading: heading))
    state = Mutex(State(tail: []))
  }

  /// `nil` if the file isn't in the block format.
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
  fileprivate static let start = title.count + 37
  /// With one byte of padding this is a power of two, so no more padding is added.
  fileprivate static let length = 1 << 16 - 1

  private static func sealedLength(heading: Int) -> Int {
    heading + Padding.length(of: length) + Sealer.overhead
  }

  /// The length of the text, in bytes.
  public var count: Int { state.withLock { $0.count } }

  /// Appends bytes to the text, and returns their range, with which they can be read. Throws
  /// `SealingError` and `VaultError`, for example `tooLarge` if the text would exceed
  /// `Vault.mostBytes`.
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

  /// Returns the bytes in a range of the text. Throws `VaultError` if they can't be read.
  public func bytes(_ range: Range<Int>) throws -> [UInt8] {
    try state.withLock { state in
      guard range.lowerBound >= 0, range.upperBound <= state.count else {
        throw VaultError.damaged(path: storage?.file.path ?? "", "a part of it is missing")
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count)
      while bytes.count < range.count {
        let next = range.lowerBound + bytes.count
        let number = min(next / Self.length, state.blocks)
        if let storage, number < state.blocks, state.latest?.number != number {
          state.latest = (number, try storage.block(number, isLast: false))
        }
        let block = number < state.blocks ? state.latest?.bytes ?? [] : state.tail
        bytes += block.dropFirst(next - number * Self.length).prefix(range.count - bytes.count)
      }
      return bytes
    }
  }

  /// Completes the file: waits until it is on disk, and replaces the earlier file with it. Does
  /// nothing for a text in memory. Afterwards, don't append anything. Throws `VaultError` or
  /// `SealingError` if the file can't be completed.
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
      // Another length would shift the bytes after it.
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
