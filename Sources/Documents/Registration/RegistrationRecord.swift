import Core
import Foundation

/// The files before a registration, so that removing it can restore them byte for byte.
struct RegistrationRecord {
  /// A file's size and checksum, to detect later changes.
  struct Mark: Hashable {
    let size: Int
    let checksum: String

    init(_ bytes: [UInt8]) {
      var sum = CRC32()
      sum.update(bytes)
      size = bytes.count
      checksum = sum.hexadecimal
    }

    fileprivate init?(_ json: JSON?) {
      guard let json, let size = json.wholeNumber("size"), let sum = json.text("checksum") else {
        return nil
      }
      self.size = size
      checksum = sum
    }
  }

  /// A file before (`nil`: it didn't exist) and after (`nil`: it doesn't exist, or is unknown).
  struct Entry {
    let before: [UInt8]?
    let after: Mark?
  }

  var files: [String: Entry] = [:]
  /// The directories that were created, topmost first.
  var directories: [String] = []

  init() {}

  /// Reads the record. Returns `nil` if there is none. Throws if it can't be read.
  init?(path: String) throws {
    guard let bytes = try PrivateFile(path).read(limit: 256 << 20) else { return nil }
    let json = try JSON(bytes, limits: .record)
    for file in json["files"]?.array ?? [] {
      guard let path = file.text("path") else { continue }
      let before = file["before"]?.string.flatMap { Data(base64Encoded: $0) }.map(Array.init)
      files[path] = Entry(before: before, after: Mark(file["after"]))
    }
    directories = (json["folders"]?.array ?? []).compactMap(\.string)
  }

  func write(to path: String) throws {
    let files = files.sorted { $0.key < $1.key }.map { path, entry in
      JSON.object([
        .init("path", .string(path)),
        .init("before", entry.before.map { .string(Data($0).base64EncodedString()) } ?? .null),
        .init(
          "after",
          entry.after.map {
            .object([
              .init("size", .number("\($0.size)")), .init("checksum", .string($0.checksum)),
            ])
          } ?? .null),
      ])
    }
    let json = JSON.object([
      .init("format", .number("1")), .init("files", .array(files)),
      .init("folders", .array(directories.map { .string($0) })),
    ])
    try PrivateFile(path).replace(with: json.bytes, durably: true)
  }
}

extension JSON.Limits {
  /// Files in a user's MIME database have at most a few MiB.
  fileprivate static let record: JSON.Limits = {
    var limits = JSON.Limits.response
    limits.stringBytes = 128 << 20
    limits.memory = 512 << 20
    return limits
  }()
}
