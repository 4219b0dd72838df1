extension RecordedDisk {
  /// A simulated power failure, and the disk's contents after it.
  public struct Cut {
    /// The number of recorded changes issued before the power failure.
    public let changeCount: Int
    /// The contents of every file, by path.
    public let files: [String: [UInt8]]
  }

  private static let page = 4096

  /// Returns a randomly chosen state the disk may have after a number of changes; with `all`, the
  /// state with all of them.
  public func cut(
    after changeCount: Int, all: Bool = false, using generator: inout some RandomNumberGenerator
  ) -> Cut {
    let asked = Array(changes.prefix(changeCount))
    // Changes of names are stored in order: a prefix of them, at least up to the last
    // synchronization. Synchronizing a file also stores its name and all changes of names before.
    let named = asked.indices.filter { asked[$0].isOfNames }
    let synchronized = asked.lastIndex { $0.isSynchronization } ?? -1
    let sure = named.count { $0 < synchronized }
    let kept = Set(
      named.prefix(all ? named.count : Int.random(in: sure...named.count, using: &generator)))

    var contents: [Int: [UInt8]] = [:]
    var names: [String: Int] = [:]
    for (index, change) in asked.enumerated() {
      switch change {
      case .made(let path, let file):
        if contents[file] == nil { contents[file] = [] }
        if kept.contains(index) { names[path] = file }
      case .renamed(let path, let other):
        if kept.contains(index), let file = names.removeValue(forKey: path) { names[other] = file }
      case .removed(let path): if kept.contains(index) { names[path] = nil }
      case .truncated(let file, let size):
        guard all || isSure(file, index, asked) || Bool.random(using: &generator) else { break }
        let old = contents[file] ?? []
        contents[file] =
          Array(old.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - old.count))
      case .wrote(let file, let offset, let bytes):
        let isSure = all || isSure(file, index, asked)
        // All, none, or any of its pages.
        let luck = Int.random(in: 0..<3, using: &generator)
        var place = 0
        while place < bytes.count {
          let end = min(bytes.count, (offset + place) / Self.page * Self.page + Self.page - offset)
          if isSure || luck == 0 || luck == 1 && Bool.random(using: &generator) {
            var old = contents[file] ?? []
            let missing = offset + end - old.count
            if missing > 0 { old += [UInt8](repeating: 0, count: missing) }
            old.replaceSubrange(offset + place..<offset + end, with: bytes[place..<end])
            contents[file] = old
          }
          place = end
        }
      case .synchronized, .synchronizedDirectory: break
      }
    }
    return Cut(changeCount: changeCount, files: names.mapValues { contents[$0] ?? [] })
  }

  private func isSure(_ file: Int, _ index: Int, _ asked: [Change]) -> Bool {
    asked[index...].contains { change in
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
