import Foundation

extension Registrar {
  /// Removes the registration. Files that are unchanged since are restored byte for byte; from
  /// others, only the application's part is removed. Does nothing if the application isn't
  /// registered.
  public func unregister() -> RegistrationReport {
    var report = RegistrationReport()
    report.attempt("unregister \(registration.application)") {
      try takeBack()
      return .done
    }
    return report
  }

  /// Returns whether the application is registered. If the record was lost, checks for files with
  /// the application's mark.
  func isRegistered() throws -> Bool {
    if try RegistrationRecord(path: paths.record) != nil { return true }
    // An unreadable file is treated as unmarked; the step that writes it reports the error.
    return own.contains { path in ((try? SharedFile(path).read()) ?? nil).map(hasMark) ?? false }
  }

  /// The files that belong only to the application: its MIME package and its desktop entry.
  private var own: [String] {
    [paths.package(of: registration.application), paths.entry(of: registration)]
  }

  /// Removes the registration. Throws at the first file that can't be written; the record is
  /// retained then, so that the removal can be retried.
  func takeBack() throws {
    let found = try RegistrationRecord(path: paths.record)
    let record = found ?? RegistrationRecord()
    let block = MarkedBlock(owner: registration.application)
    for path in [paths.mailcap, paths.mimeTypes] {
      try restore(path, record) { block.removed(from: $0) }
    }
    let isOurs = try own.map { try SharedFile($0).read().map(hasMark) ?? false }
    // Without a record or a marked file, this program has registered nothing under this name.
    guard found != nil || isOurs.contains(true) else { return }
    for path in own { try restore(path, record) { hasMark($0) ? nil : $0 } }
    try restore(paths.associations, record) { now in
      let before = before(paths.associations, found, now)
      return without(
        now, in: ["Added Associations", "Default Applications"], keeping: Set(before.groups), before
      )
    }
    try restore(paths.cache, record) { now in
      let before = before(paths.cache, found, now)
      return without(now, in: ["MIME Cache"], keeping: ["MIME Cache"], before)
    }
    if isOurs[0] || record.files[own[0]] != nil { try restoreTypes(record) }
    try SharedFile(paths.record).remove()
    removeEmpty(record.directories)
  }

  /// Returns whether a file was written by a registration.
  private func hasMark(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(4096), as: UTF8.self).contains(registration.mark)
  }

  private func without(
    _ bytes: [UInt8], in groups: [String], keeping retained: Set<String>, _ before: GroupedLines
  ) -> [UInt8] {
    var lines = GroupedLines(bytes)
    lines.remove(registration.desktopID, from: groups, keeping: retained, asBefore: before)
    return lines.bytes
  }

  /// The lines of a file before the registration. A file that isn't in the record wasn't changed by
  /// it.
  private func before(
    _ path: String, _ record: RegistrationRecord?, _ now: [UInt8]
  ) -> GroupedLines {
    guard let record else { return GroupedLines([]) }
    guard let entry = record.files[path] else { return GroupedLines(now) }
    return GroupedLines(entry.before ?? [])
  }

  /// Restores a file if it is unchanged since the registration; otherwise removes the application's
  /// part.
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
      // A file that the registration created is deleted if nothing else is left in it.
      let isOurs = entry.map { $0.before == nil } ?? false
      rest = others.flatMap { isOurs && GroupedLines($0).isEmpty ? nil : $0 }
    }
    guard let rest else { return try file.remove() }
    if rest != now { try file.replace(with: rest) }
  }

  /// Restores the MIME database, or regenerates it if it was changed since.
  private func restoreTypes(_ record: RegistrationRecord) throws {
    let generated = record.files.filter {
      $0.key.hasPrefix(paths.mime + "/") && !$0.key.hasPrefix(paths.mime + "/packages/")
    }
    let isUnchanged = try generated.allSatisfy { path, entry in
      try SharedFile(path).read().map { RegistrationRecord.Mark($0) } == entry.after
    }
    guard isUnchanged, !generated.isEmpty else {
      // The record of an interrupted registration doesn't contain the generated files.
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

  private var hasPackages: Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: paths.mime + "/packages")
    return names?.isEmpty == false
  }

  /// Deletes the generated files of the MIME database if no other packages are left.
  private func removeGenerated() throws {
    let lists = [
      "XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic",
      "mime.cache", "subclasses", "treemagic", "types", "version",
    ]
    let types = registration.types.compactMap(\.mimeTypes.first)
    for name in lists + types.map({ $0 + ".xml" }) {
      try SharedFile("\(paths.mime)/\(name)").remove()
    }
    for directory in Set(types.compactMap { $0.split(separator: "/").first }) {
      rmdir("\(paths.mime)/\(directory)")
    }
  }
}
