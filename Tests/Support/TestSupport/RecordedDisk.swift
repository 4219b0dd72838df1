import Core
public import Foundation
public import RepriseTesting
import Synchronization

/// A file system that records all changes, so that a test can recreate the state of a disk after a
/// power failure at any time, with the changes stored in any order a journalling file system may
/// choose.
///
///     let disk = RecordedDisk()
///     let session = SnapshotFile(path: path, system: disk)
///     …
///     let cut = disk.cut(after: disk.changeCount, using: &generator) { … cut.files … }
///
/// The model assumes the guarantees of Linux's file systems: synchronized bytes are stored; changes
/// of names are stored in order, and at least up to a synchronization; a page of 4 KiB is either
/// old or new. Everything else is random: pages that weren't synchronized are stored in any order
/// or not at all, even if the file's name is.
public final class RecordedDisk: ForwardingFiles {
  enum Change {
    case made(path: String, file: Int)
    case renamed(from: String, to: String)
    case removed(path: String)
    case wrote(file: Int, offset: Int, bytes: [UInt8])
    case truncated(file: Int, size: Int)
    case synchronized(file: Int)
    case synchronizedDirectory
  }

  private struct Record {
    var changes: [Change] = []
    /// By descriptor. A directory is file 0.
    var open: [Int32: Int] = [:]
    var names: [String: Int] = [:]
    var count = 0
  }

  private let real = SystemFiles()
  private let record = Mutex(Record())

  /// Creates a file system without recorded changes. A file that already exists on the disk counts
  /// as created when it is first opened.
  public init() {}

  var changes: [Change] { record.withLock { $0.changes } }

  /// The number of changes that have been recorded so far.
  public var changeCount: Int { changes.count }

  /// The number of files that are currently open.
  public var openCount: Int { record.withLock { $0.open.count } }

  public func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    record.withLock { record in
      let descriptor = real.openFile(path, flags, mode)
      guard descriptor >= 0 else { return descriptor }
      if flags & O_DIRECTORY != 0 {
        record.open[descriptor] = 0
      } else if let file = record.names[path] {
        record.open[descriptor] = file
      } else {
        record.count += 1
        record.names[path] = record.count
        record.open[descriptor] = record.count
        record.changes.append(.made(path: path, file: record.count))
      }
      return descriptor
    }
  }

  public func closeFile(_ descriptor: Int32) {
    record.withLock { record in
      record.open[descriptor] = nil
      real.closeFile(descriptor)
    }
  }

  public func writeFile(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    record.withLock { record in
      let written = real.writeFile(descriptor, buffer, at: offset)
      if written > 0, let file = record.open[descriptor] {
        let change = Change.wrote(file: file, offset: offset, bytes: Array(buffer[..<written]))
        record.changes.append(change)
      }
      return written
    }
  }

  public func truncateFile(_ descriptor: Int32, to size: Int) -> Int32 {
    record.withLock { record in
      let result = real.truncateFile(descriptor, to: size)
      if result == 0, let file = record.open[descriptor] {
        record.changes.append(.truncated(file: file, size: size))
      }
      return result
    }
  }

  /// Records a synchronization of the file without carrying it out, because the real disk loses no
  /// power in a test. Always succeeds.
  public func synchronizeFile(_ descriptor: Int32) -> Int32 {
    record.withLock { record in
      guard let file = record.open[descriptor] else { return 0 }
      record.changes.append(file == 0 ? .synchronizedDirectory : .synchronized(file: file))
      return 0
    }
  }

  public func renameFile(_ path: String, to other: String) -> Int32 {
    record.withLock { record in
      let result = real.renameFile(path, to: other)
      if result == 0 {
        record.names[other] = record.names.removeValue(forKey: path)
        record.changes.append(.renamed(from: path, to: other))
      }
      return result
    }
  }

  public func removeFile(_ path: String) -> Int32 {
    record.withLock { record in
      let result = real.removeFile(path)
      if result == 0 {
        record.names[path] = nil
        record.changes.append(.removed(path: path))
      }
      return result
    }
  }
}

extension RecordedDisk {
  /// A simulated power failure, and the disk's contents after it.
  public struct Cut {
    /// The number of recorded changes that had been made before the power failure.
    public let changeCount: Int
    /// The contents of every file after the power failure, by path.
    public let files: [String: [UInt8]]
  }

  private static let page = 4096

  /// Returns a state that the disk may have after a power failure, chosen at random.
  ///
  /// - Parameters:
  ///   - changeCount: The number of recorded changes made before the power failure.
  ///   - all: Whether all of these changes are stored, instead of a random choice.
  ///   - generator: The random number generator for the choice.
  public func cut(
    after changeCount: Int, all: Bool = false, using generator: inout some RandomNumberGenerator
  ) -> Cut {
    let requested = Array(changes.prefix(changeCount))
    // Changes of names are stored in order: a prefix of them, at least up to the last
    // synchronization. Synchronizing a file also stores its name and all changes of names before.
    let named = requested.indices.filter { requested[$0].isOfNames }
    let synchronized = requested.lastIndex { $0.isSynchronization } ?? -1
    let sure = named.count { $0 < synchronized }
    let stored = Set(
      named.prefix(all ? named.count : Int.random(in: sure...named.count, using: &generator)))

    var contents: [Int: [UInt8]] = [:]
    var names: [String: Int] = [:]
    for (index, change) in requested.enumerated() {
      switch change {
      case .made(let path, let file):
        if contents[file] == nil { contents[file] = [] }
        if stored.contains(index) { names[path] = file }
      case .renamed(let path, let other):
        if stored.contains(index), let file = names.removeValue(forKey: path) {
          names[other] = file
        }
      case .removed(let path): if stored.contains(index) { names[path] = nil }
      case .truncated(let file, let size):
        guard all || isSure(file, index, requested) || Bool.random(using: &generator) else { break }
        let old = contents[file] ?? []
        contents[file] =
          Array(old.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - old.count))
      case .wrote(let file, let offset, let bytes):
        let isSure = all || isSure(file, index, requested)
        // All, none, or any of its pages.
        let luck = Int.random(in: 0..<3, using: &generator)
        var start = 0
        while start < bytes.count {
          let end = min(bytes.count, (offset + start) / Self.page * Self.page + Self.page - offset)
          if isSure || luck == 0 || luck == 1 && Bool.random(using: &generator) {
            var old = contents[file] ?? []
            let missing = offset + end - old.count
            if missing > 0 { old += [UInt8](repeating: 0, count: missing) }
            old.replaceSubrange(offset + start..<offset + end, with: bytes[start..<end])
            contents[file] = old
          }
          start = end
        }
      case .synchronized, .synchronizedDirectory: break
      }
    }
    return Cut(changeCount: changeCount, files: names.mapValues { contents[$0] ?? [] })
  }

  private func isSure(_ file: Int, _ index: Int, _ requested: [Change]) -> Bool {
    requested[index...].contains { change in
      if case .synchronized(file) = change { true } else { false }
    }
  }
}

extension RecordedDisk.Change {
  fileprivate var isOfNames: Bool {
    switch self {
    case .made, .renamed, .removed: true
    case .wrote, .truncated, .synchronized, .synchronizedDirectory: false
    }
  }

  fileprivate var isSynchronization: Bool {
    switch self {
    case .synchronized, .synchronizedDirectory: true
    case .made, .renamed, .removed, .wrote, .truncated: false
    }
  }
}
