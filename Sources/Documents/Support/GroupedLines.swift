import Core

/// A file of groups with keys and values, such as a desktop entry or an association list. If a
/// group contains a key several times, the first value counts.
struct GroupedLines {
  private var groups: [String: [String: String]] = [:]

  init(_ bytes: [UInt8]) {
    var group: String?
    for line in bytes.split(separator: 0x0A) {
      if line.first == UInt8(ascii: "["), let end = line.lastIndex(of: UInt8(ascii: "]")) {
        group = String(decoding: line[line.index(after: line.startIndex)..<end], as: UTF8.self)
      } else if let group, line.first != UInt8(ascii: "#"),
        let sign = line.firstIndex(of: UInt8(ascii: "="))
      {
        let key = String(decoding: line[..<sign], as: UTF8.self)[...].trimmed
        let value = String(decoding: line[(sign + 1)...], as: UTF8.self)[...].trimmed
        groups[group, default: [:]].merge([key: value]) { first, _ in first }
      }
    }
  }

  func value(_ key: String, in group: String) -> String? { groups[group]?[key] }

  /// Separated by semicolons.
  func list(_ key: String, in group: String) -> [String] {
    (value(key, in: group) ?? "").split(separator: ";").map { $0.trimmed }.filter { !$0.isEmpty }
  }
}
