/// A file of groups with keys and values, such as a desktop entry or an association list. Unchanged
/// lines are preserved byte for byte.
struct GroupedLines: Hashable {
  private var lines: [[UInt8]]
  private var endsWithNewline: Bool

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    endsWithNewline = bytes.last == 0x0A || bytes.isEmpty
    if endsWithNewline { lines.removeLast() }
  }

  var bytes: [UInt8] {
    var bytes = Array(lines.joined(separator: [0x0A]))
    if endsWithNewline, !lines.isEmpty { bytes.append(0x0A) }
    return bytes
  }

  var groups: [String] { lines.compactMap(GroupedLines.group) }

  /// The first value of a key; `nil` if the group doesn't contain the key.
  func value(_ key: String, in group: String) -> String? {
    self.lines(of: group).lazy.compactMap { pair(at: $0) }.first { $0.key == key }?.value
  }

  func pairs(in group: String) -> [(key: String, value: String)] {
    self.lines(of: group).compactMap { pair(at: $0) }
  }

  /// The elements of a semicolon-separated list.
  func list(_ key: String, in group: String) -> [String] {
    GroupedLines.elements(value(key, in: group) ?? "")
  }

  static func elements(_ value: String) -> [String] {
    value.split(separator: ";").map { $0.trimmed }.filter { !$0.isEmpty }
  }

  /// Appends an element to a list, creating the list if necessary. Returns `false` if it is already
  /// there.
  mutating func add(_ element: String, to key: String, in group: String) -> Bool {
    let indices = lines(of: group)
    if let index = indices.first(where: { pair(at: $0)?.key == key }) {
      guard !list(key, in: group).contains(element) else { return false }
      var line = lines[index]
      var end: [UInt8] = []
      while let last = line.last, last <= 0x20 { end.insert(line.removeLast(), at: 0) }
      if line.last != UInt8(ascii: ";"), line.last != UInt8(ascii: "=") { line += ";".utf8 }
      lines[index] = line + Array("\(element);".utf8) + end.filter { $0 == 0x0D }
    } else {
      insert("\(key)=\(element);", into: group, after: indices)
    }
    return true
  }

  private mutating func insert(_ line: String, into group: String, after indices: [Int]) {
    let header: Int
    if let index = lines.lastIndex(where: { GroupedLines.group($0) == group }) {
      header = index
    } else {
      if lines.last?.isEmpty == false { lines.append([]) }
      header = lines.count
      lines.append(Array("[\(group)]".utf8))
    }
    let last: Int = indices.last { !lines[$0].allSatisfy { $0 <= 0x20 } } ?? header
    if last == lines.count - 1 { endsWithNewline = true }
    lines.insert(Array(line.utf8), at: last + 1)
  }

  /// Removes an element from every list of the groups. Lists that become empty are removed, and so
  /// are empty groups unless they are in `retained`. An element that a list contained in an earlier
  /// state of the file is retained, and a list that is equal to its earlier state gets its original
  /// line.
  mutating func remove(
    _ element: String, from groups: [String], keeping retained: Set<String>,
    asBefore earlier: GroupedLines = GroupedLines([])
  ) {
    for group in groups {
      for index in lines(of: group).reversed() {
        guard let (key, value) = pair(at: index) else { continue }
        let elements = GroupedLines.elements(value)
        guard elements.contains(element), !earlier.list(key, in: group).contains(element) else {
          continue
        }
        let rest = elements.filter { $0 != element }
        if let line = earlier.line(of: key, in: group), rest == earlier.list(key, in: group) {
          lines[index] = line
        } else if rest.isEmpty {
          lines.remove(at: index)
        } else {
          let end = lines[index].last == 0x0D ? "\r" : ""
          lines[index] = Array("\(key)=\(rest.map { $0 + ";" }.joined())\(end)".utf8)
        }
      }
      let isEmpty = lines(of: group).allSatisfy { lines[$0].allSatisfy { $0 <= 0x20 } }
      if isEmpty, !retained.contains(group),
        let header = lines.firstIndex(where: { GroupedLines.group($0) == group })
      {
        lines.remove(at: header)
        if header > 0, lines[header - 1].isEmpty { lines.remove(at: header - 1) }
      }
    }
  }

  /// The first line of a key; `nil` if the group doesn't contain the key.
  private func line(of key: String, in group: String) -> [UInt8]? {
    lines(of: group).first { pair(at: $0)?.key == key }.map { lines[$0] }
  }

  /// Whether there are only headers and blank lines.
  var isEmpty: Bool {
    lines.allSatisfy { line in line.allSatisfy { $0 <= 0x20 } || GroupedLines.group(line) != nil }
  }

  /// The indices of the lines in all groups of a name, without the headers.
  private func lines(of group: String) -> [Int] {
    var isInside = false
    return lines.indices.filter { index in
      if let name = GroupedLines.group(lines[index]) {
        isInside = name == group
        return false
      }
      return isInside
    }
  }

  private static func group(_ line: [UInt8]) -> String? {
    guard line.first == UInt8(ascii: "["), let end = line.lastIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    return String(decoding: line[1..<max(1, end)], as: UTF8.self)
  }

  private func pair(at index: Int) -> (key: String, value: String)? {
    let line = lines[index]
    guard line.first != UInt8(ascii: "#"), let sign = line.firstIndex(of: UInt8(ascii: "=")) else {
      return nil
    }
    return (
      String(decoding: line[..<sign], as: UTF8.self)[...].trimmed,
      String(decoding: line[(sign + 1)...], as: UTF8.self)[...].trimmed
    )
  }
}

extension Substring {
  var trimmed: String {
    var rest = self
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}

/// A block of the application's lines in a user's file, between two comments that name the owner.
struct MarkedBlock: Hashable {
  let owner: String

  private var first: [UInt8] {
    Array("# \(owner): begin. “\(owner) unregister” removes this.".utf8)
  }
  private var last: [UInt8] { Array("# \(owner): end.".utf8) }

  /// Returns the file's bytes with the block at the end, replacing an earlier block of the same
  /// owner.
  func added(_ lines: [String], to bytes: [UInt8]) -> [UInt8] {
    var all = removed(from: bytes)
    guard !lines.isEmpty else { return all }
    if let end = all.last, end != 0x0A { all.append(0x0A) }
    for line in [first] + lines.map({ Array($0.utf8) }) + [last] { all += line + [0x0A] }
    return all
  }

  /// Returns the file's bytes without the block. A block without its end comment is left, because
  /// it may contain the user's lines.
  func removed(from bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { Array($0) == first }),
      let end = lines[start...].firstIndex(where: { Array($0) == last })
    else { return bytes }
    return Array((lines[..<start] + lines[(end + 1)...]).joined(separator: [0x0A]))
  }

  /// The lines of the block; `nil` if there is none.
  func lines(in bytes: [UInt8]) -> [String]? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { Array($0) == first }),
      let end = lines[start...].firstIndex(where: { Array($0) == last })
    else { return nil }
    return lines[(start + 1)..<end].map { String(decoding: $0, as: UTF8.self) }
  }
}
