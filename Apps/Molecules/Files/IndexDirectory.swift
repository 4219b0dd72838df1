import Chemistry
import Foundation
import Reprise

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

  func keep(_ index: RecordIndex, _ stamp: String, of path: String) {
    guard index.byteCount >= IndexDirectory.smallest else { return }
    do {
      try directory.create()
      try PrivateFile(file(of: path)).replace(with: index.encoded(stamp: stamp))
      removeOldest()
    } catch {
      // The file is scanned again next time.
    }
  }

  /// A file name derived from the path's hash. After a collision, the stamp in the index differs.
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
