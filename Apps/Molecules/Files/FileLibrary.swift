import Chemistry
import FoundationEssentials
import Glibc
import Reprise

/// The open files, with the indexes of those with many records.
///
/// Reopens a file that has changed on the disk. Nothing here runs on the main thread.
actor FileLibrary {
  private let indexes: IndexDirectory?
  private var files: [(path: String, file: ChemicalFile)] = []
  private var catalogs = FileCache<FieldCatalog>()
  private var footers = FileCache<String?>()
  /// The maximum number of files that stay open in case the user comes back.
  fileprivate static let limit = 6

  /// Without a directory for indexes, a large file is scanned at each start.
  init(indexes: IndexDirectory? = nil) { self.indexes = indexes }

  func catalog(of path: String) -> FieldCatalog {
    catalogs.value(of: path) { FieldCatalog(path: path) }
  }

  func footer(of path: String) -> String? {
    footers.value(of: path) { InodeIdentity.footer(of: path)?.sentence }
  }

  /// Throws `Chemistry.FormatError`. `say` receives percentages of a large file, each once.
  func open(_ path: String, say: @Sendable (Int) -> Void = { _ in }) throws -> ChemicalFile {
    if let index = files.firstIndex(where: { $0.path == path }) {
      let known = files.remove(at: index)
      if FileStamp(path: path)?.text == known.file.stamp {
        files.append(known)
        return known.file
      }
    }
    let cachedIndex = FileStamp(path: path).flatMap { stamp in indexes?.index(of: path, stamp) }
    var reported = -1
    let file: ChemicalFile
    do {
      file = try ChemicalFile(path: path, cachedIndex: cachedIndex) { part in
        try Task.checkCancellation()
        let percent = Int(part * 100)
        if percent > reported { say(percent) }
        reported = percent
      }
    } catch let problem as FormatError {
      throw InodeIdentity.problem(of: path) ?? problem
    }
    if cachedIndex == nil, let index = file.index { indexes?.store(index, file.stamp, of: path) }
    files.append((path, file))
    if files.count > FileLibrary.limit { files.removeFirst() }
    return file
  }
}

/// Values derived from files, each valid until its file changes on the disk.
private struct FileCache<Value> {
  private var entries: [String: (stamp: String, value: Value)] = [:]

  mutating func value(of path: String, make: () -> Value) -> Value {
    let stamp = FileStamp(path: path)?.text ?? ""
    if let known = entries[path], known.stamp == stamp { return known.value }
    if entries.count >= FileLibrary.limit { entries = [:] }
    let value = make()
    entries[path] = (stamp, value)
    return value
  }
}

/// Caches the indexes of large files, so that the next start needn't scan them.
///
/// A missing, damaged or outdated index only costs a scan, so errors in writing one are ignored.
struct IndexDirectory: Sendable {
  private let directory: PrivateDirectory
  /// Smaller files are scanned faster than an index is read.
  private static let smallest = 1 << 20
  private static let largestIndex = 256 << 20
  private static let limit = 40

  init(in directory: PrivateDirectory) {
    self.directory = PrivateDirectory(directory.path + "/indexes")
  }

  func index(of path: String, _ stamp: FileStamp) -> [UInt8]? {
    guard stamp.byteCount >= IndexDirectory.smallest else { return nil }
    return try? PrivateFile(file(of: path)).read(limit: IndexDirectory.largestIndex)
  }

  func store(_ index: RecordIndex, _ stamp: String, of path: String) {
    guard index.byteCount >= IndexDirectory.smallest else { return }
    do {
      try directory.create()
      try PrivateFile(file(of: path)).replace(with: index.encoded(stamp: stamp))
      removeOldest()
    } catch {
      // The file is scanned again next time.
    }
  }

  /// After a collision of hashes, the stamp in the index differs.
  private func file(of path: String) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(path)
    return "\(directory.path)/\(fingerprint.text).index"
  }

  private func removeOldest() {
    let paths = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    let indexes = paths.filter { $0.hasSuffix(".index") }.map { directory.path + "/" + $0 }
    guard indexes.count > IndexDirectory.limit else { return }
    let byAge = indexes.sorted {
      FileStamp(path: $0)?.changed ?? 0 < FileStamp(path: $1)?.changed ?? 0
    }
    for path in byAge.prefix(indexes.count - IndexDirectory.limit) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
