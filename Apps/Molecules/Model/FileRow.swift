import Chemistry
import Reprise

struct FileRow: Hashable, Sendable {
  let path: String
  let name: String
  let directory: String
  /// The stamp when the row was made, as in `FileID`; empty if the file is gone.
  let stamp: String
  /// The chemical format; `nil` for other files, for a directory, and if the file is gone.
  let format: ChemicalFormat?
  let isDirectory: Bool
  /// The size in bytes; `nil` for a directory, and if the file is gone.
  let size: Int?
  /// In seconds since 1970: when a recent file was opened; otherwise when the file was modified.
  let timestamp: Int
  let when: String
  /// Whether something exists at the path that can't be read, so that its kind is unknown.
  let isUnreadable: Bool
  let kind: String

  init(path: String, isRecent: Bool, opened: Int = 0, zone: Zone) {
    self.path = path
    let id = FileID(path: path, stamp: "")
    directory = id.directory
    let stamp = FileStamp(path: path)
    self.stamp = stamp?.text ?? ""
    isDirectory = stamp?.isDirectory ?? false
    name = isDirectory && path != "/" ? id.name + "/" : id.name
    format = stamp?.isPlain == true ? FileRow.format(of: path) : nil
    size = stamp?.isPlain == true ? stamp?.byteCount : nil
    timestamp = isRecent ? opened : stamp?.changed ?? 0
    when = timestamp == 0 ? "" : Timestamp(seconds: timestamp).minute(in: zone)
    let isRecognized = isDirectory || format != nil
    let access = isRecognized ? .granted : FileReadability(path: path)
    isUnreadable = access == .refused
    kind =
      switch access {
      case .granted: isDirectory ? "folder" : format?.title ?? "another kind"
      case .missing: "gone"
      case .refused: "can't be read"
      }
  }

  static func columns(isRecent: Bool) -> [Column<FileRow>] {
    var columns: [Column<FileRow>] = [
      Column(
        "name", heading: "NAME", width: .flexible(14...60, ideal: 24, share: 2), cutsMiddle: true,
        text: { $0.name }),
      Column(
        "format", heading: "FORMAT", width: .flexible(8...18, ideal: 12), text: { $0.kind },
        role: { $0.isUnreadable || $0.kind == "gone" ? .bad : .text }),
      Column(
        "size", heading: "SIZE", width: .fixed(9), isNumeric: true,
        text: { $0.size?.bytes ?? "" },
        sortKey: { row in row.size.map { .number($0) } ?? .nothing }),
      Column(
        "when", heading: isRecent ? "OPENED" : "CHANGED", width: .fixed(16), text: { $0.when },
        sortKey: { .number($0.timestamp) }),
    ]
    if isRecent {
      columns.append(
        Column(
          "folder", heading: "FOLDER", width: .flexible(10...80, ideal: 20), cutsMiddle: true,
          text: { $0.directory }))
    }
    return columns
  }

  static func format(of path: String) -> ChemicalFormat? {
    // Opening a pipe would wait for a writer.
    guard FileStamp(path: path)?.isPlain == true, let head = try? ChemicalFile.head(of: path)
    else { return nil }
    return ChemicalFormat.format(of: head.bytes, fileName: head.name)
  }

  static func format(ofName name: String) -> ChemicalFormat? {
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    return ChemicalFormat.allCases.first { $0.extensions.contains(ending) }
  }
}

extension Int {
  /// The number as a size in bytes: "812 B", "4.2 KiB".
  var bytes: String {
    guard self >= 1024 else { return "\(self) B" }
    var size = Double(self) / 1024
    for unit in ["KiB", "MiB", "GiB"] {
      if size < 1000 || unit == "GiB" { return "\(size.fixed(size < 10 ? 1 : 0)) \(unit)" }
      size /= 1024
    }
    return "\(self) B"
  }
}
