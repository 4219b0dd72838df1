import Foundation

extension Registrar {
  /// Takes the registration back. Every file that nobody else has changed since is as it was, byte for byte; of the others the
  /// application's part is taken out. Unregistering what isn't registered changes nothing.
  public func unregister() -> RegistrationReport {
    var report = RegistrationReport()
    report.attempt("unregister \(registration.application)") {
      try takeBack()
      return .done
    }
    return report
  }

  /// Tells whether the application is registered. Of a registration whose record is lost the files with our mark are left.
  func isRegistered() throws -> Bool {
    if try RegistrationRecord(path: places.record) != nil { return true }
    // One that can't be read has no mark to see; that it can't be written either is said by its own step.
    return own.contains { path in ((try? SharedFile(path).read()) ?? nil).map(hasMark) ?? false }
  }

  /// The files that are the application's alone: the package of its types and its desktop entry.
  private var own: [String] {
    [places.package(of: registration.application), places.entry(of: registration)]
  }

  /// Takes the registration back. Throws at the first file that can't be written; the record stays then, so that it can be tried again.
  func takeBack() throws {
    let found = try RegistrationRecord(path: places.record)
    let record = found ?? RegistrationRecord()
    let block = MarkedBlock(owner: registration.application)
    for path in [places.mailcap, places.mimeTypes] {
      try restore(path, record) { block.removed(from: $0) }
    }
    let isOurs = try own.map { try SharedFile($0).read().map(hasMark) ?? false }
    // Without a record, and without a file that says so, nothing of this name is ours.
    guard found != nil || isOurs.contains(true) else { return }
    for path in own { try restore(path, record) { hasMark($0) ? nil : $0 } }
    try restore(places.associations, record) { now in
      let before = before(places.associations, found, now)
      return without(
        now, in: ["Added Associations", "Default Applications"], keeping: Set(before.groups), before
      )
    }
    try restore(places.cache, record) { now in
      let before = before(places.cache, found, now)
      return without(now, in: ["MIME Cache"], keeping: ["MIME Cache"], before)
    }
    if isOurs[0] || record.files[own[0]] != nil { try restoreTypes(record) }
    try SharedFile(places.record).remove()
    removeEmpty(record.directories)
  }

  /// Tells whether a file says that it was written by a registration.
  private func hasMark(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(4096), as: UTF8.self).contains(registration.mark)
  }

  private func without(
    _ bytes: [UInt8], in groups: [String], keeping kept: Set<String>, _ before: GroupedLines
  ) -> [UInt8] {
    var lines = GroupedLines(bytes)
    lines.remove(registration.desktopID, from: groups, keeping: kept, asBefore: before)
    return lines.bytes
  }

  /// The lines of a file before the registration. A file that isn't in the record was as it is: the registration changed nothing there.
  private func before(
    _ path: String, _ record: RegistrationRecord?, _ now: [UInt8]
  ) -> GroupedLines {
    guard let record else { return GroupedLines([]) }
    guard let entry = record.files[path] else { return GroupedLines(now) }
    return GroupedLines(entry.before ?? [])
  }

  /// Puts a file back as it was, if nobody has changed it since; otherwise takes our part out of it.
  private func restore(
    _ path: String, _ record: RegistrationRecord, otherwise: ([UInt8]) -> [UInt8]?
  ) throws {
    let file = SharedFile(path)
    guard let now = try file.read() else { return }
    let entry = record.files[path]
    let rest: [UInt8]?
    if let entry, entry.after == RegistrationRecord.Mark(now) {
      rest = entry.before
    } else if let entry, entry.after == nil, entry.before == now {
      return
    } else {
      let others = otherwise(now)
      // Nobody else's is what we have made and nothing is left in.
      let isOurs = entry.map { $0.before == nil } ?? false
      rest = others.flatMap { isOurs && GroupedLines($0).isEmpty ? nil : $0 }
    }
    guard let rest else { return try file.remove() }
    if rest != now { try file.replace(with: rest) }
  }

  /// Puts the type database back: as it was, or, where others have changed it since, made anew from what is there now.
  private func restoreTypes(_ record: RegistrationRecord) throws {
    let generated = record.files.filter {
      $0.key.hasPrefix(places.mime + "/") && !$0.key.hasPrefix(places.mime + "/packages/")
    }
    let isUnchanged = try generated.allSatisfy { path, entry in
      try SharedFile(path).read().map { RegistrationRecord.Mark($0) } == entry.after
    }
    guard isUnchanged, !generated.isEmpty else {
      // A registration that was cut short doesn't know what the tool has made.
      if generated.allSatisfy({ $0.value.before == nil }), !hasPackages {
        return try removeGenerated()
      }
      _ = try updateTypes()
      return
    }
    for (path, entry) in generated {
      if let before = entry.before {
        try SharedFile(path).replace(with: before)
      } else {
        try SharedFile(path).remove()
      }
    }
  }

  /// True if anybody has described types in the person's type database.
  private var hasPackages: Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: places.mime + "/packages")
    return names?.isEmpty == false
  }

  /// Deletes what update-mime-database has made of this application's types, where nobody else's are.
  private func removeGenerated() throws {
    let lists = [
      "XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic",
      "mime.cache", "subclasses", "treemagic", "types", "version",
    ]
    let types = registration.types.compactMap(\.mimeTypes.first)
    for name in lists + types.map({ $0 + ".xml" }) {
      try SharedFile("\(places.mime)/\(name)").remove()
    }
    for directory in Set(types.compactMap { $0.split(separator: "/").first }) {
      rmdir("\(places.mime)/\(directory)")
    }
  }
}
