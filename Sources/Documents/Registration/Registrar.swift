package import Core
import Foundation

/// Registers an application with the user's desktop, removes the registration, and checks it.
///
///     let registrar = try Registrar(registration, environment: environment)
///     print(registrar.register().text)
///
/// Changes only the user's own files. A failed step is recorded in the report and doesn't prevent
/// the others. Concurrent calls from several processes aren't synchronized.
package struct Registrar: Sendable {
  let registration: Registration
  let paths: RegistrationPlaces
  let tools: Tools

  /// Creates a registrar without writing anything. Throws `FileError.noHome`.
  public init(
    _ registration: Registration, environment: [String: String]
  ) throws(FileError) {
    self.registration = registration
    paths = try RegistrationPlaces(of: registration.application, environment: environment)
    tools = Tools(environment: environment)
  }

  /// Registers the application, replacing an earlier registration.
  public func register() -> RegistrationReport {
    var report = RegistrationReport()
    if let refusal = registration.refusal {
      report.add("register", .failed("Nothing is written, because \(refusal)."))
      return report
    }
    do {
      // The recorded state must be the one without this application.
      if try isRegistered() { try takeBack() }
    } catch {
      report.fail("take back the earlier registration", error)
      return report
    }
    let before = FileSnapshot(of: paths, registration)
    var record = RegistrationRecord()
    do {
      let directories = [paths.state, paths.applications, paths.configuration]
      let ours = registration.types.isEmpty ? [] : [paths.mime + "/packages"]
      for directory in directories + ours {
        record.directories += try SharedFile.makeDirectory(directory)
      }
      for (path, bytes) in before.files {
        record.files[path] = RegistrationRecord.Entry(before: bytes, after: nil)
      }
      // Stored before any change, so that an interrupted registration can be removed as well.
      try record.write(to: paths.record)
    } catch {
      report.fail("keep what is there now in \(paths.record)", error)
      removeEmpty(record.directories)
      return report
    }
    writeTypes(&report)
    writeEntry(&report)
    writeAssociations(&report)
    writeMailcap(&report)
    finish(&record, before, &report)
    let unclaimed = registration.unclaimed
    if !unclaimed.isEmpty {
      report.advise(
        "Left to others where only names count: \(unclaimed.joined(separator: ", ")). "
          + "“\(registration.application) register --claim-extensions” takes them.")
    }
    return report
  }

  /// Reduces the record to the files that were changed.
  private func finish(
    _ record: inout RegistrationRecord, _ before: FileSnapshot, _ report: inout RegistrationReport
  ) {
    let after = FileSnapshot(of: paths, registration)
    record.files = [:]
    for path in Set(before.files.keys).union(after.files.keys) {
      let (old, new) = (before.files[path] ?? nil, after.files[path] ?? nil)
      guard old != new else { continue }
      record.files[path] = RegistrationRecord.Entry(
        before: old, after: new.map { RegistrationRecord.Mark($0) })
    }
    record.directories += after.directories.filter {
      !before.directories.contains($0) && !record.directories.contains($0)
    }
    let finalRecord = record
    report.attempt("keep what was there before in \(paths.record)") {
      try finalRecord.write(to: paths.record)
      return .done
    }
  }

  private func writeTypes(_ report: inout RegistrationReport) {
    guard !registration.types.isEmpty else { return }
    let path = paths.package(of: registration.application)
    report.attempt("describe the file types in \(path)") {
      try SharedFile(path).replace(with: Array(registration.mimePackage.utf8))
      return .done
    }
    report.attempt("update-mime-database \(paths.mime)") { try updateTypes() }
  }

  func updateTypes() throws -> RegistrationReport.Result {
    guard let run = try tools.run(.updateMIMEDatabase, [paths.mime]) else {
      return .skipped(
        Tools.Tool.updateMIMEDatabase.missingMessage
          + " Until it is, and has run, no desktop knows the types.")
    }
    return run.exitCode == 0 ? .done : .failed(run.output)
  }

  private func writeEntry(_ report: inout RegistrationReport) {
    let path = paths.entry(of: registration)
    report.attempt("enter the program in \(path)") {
      try SharedFile(path).replace(with: Array(registration.desktopEntry.utf8))
      return .done
    }
    guard !registration.mimeTypes.isEmpty else { return }
    report.attempt("merge into \(paths.cache)") {
      let cache = SharedFile(paths.cache)
      // If there is no cache yet, the tool can generate it with the user's other programs, and no
      // lines can be lost.
      if try cache.read() == nil,
        let run = try tools.run(.updateDesktopDatabase, [paths.applications]), run.exitCode == 0
      {
        return .done
      }
      var lines = GroupedLines(try cache.read() ?? [])
      for type in registration.mimeTypes {
        _ = lines.add(registration.desktopID, to: type, in: "MIME Cache")
      }
      try cache.replace(with: lines.bytes)
      return .done
    }
  }

  private func writeAssociations(_ report: inout RegistrationReport) {
    guard !registration.mimeTypes.isEmpty else { return }
    var others: [String] = []
    report.attempt("merge into \(paths.associations)") {
      let file = SharedFile(paths.associations)
      var lines = GroupedLines(try file.read() ?? [])
      let database = DesktopDatabase(environment: paths.environment)
      for type in registration.mimeTypes {
        _ = lines.add(registration.desktopID, to: type, in: "Added Associations")
        // An existing default program remains the default until the user changes it.
        if let other = database.entries(for: type).first(where: { $0.id != registration.desktopID })
        {
          others.append("\(type) is opened by \(other.name)")
        } else if lines.value(type, in: "Default Applications") == nil {
          _ = lines.add(registration.desktopID, to: type, in: "Default Applications")
        }
      }
      try file.replace(with: lines.bytes)
      return .done
    }
    if !others.isEmpty {
      report.advise(
        "As before, \(others.joined(separator: ", ")). To change that: xdg-mime default "
          + "\(registration.desktopID) TYPE")
    }
  }

  private func writeMailcap(_ report: inout RegistrationReport) {
    let block = MarkedBlock(owner: registration.application)
    for (path, lines) in [
      (paths.mailcap, registration.mailcapLines), (paths.mimeTypes, registration.mimeTypesLines),
    ] where !lines.isEmpty {
      report.attempt("add to \(path)") {
        try SharedFile(path).replace(
          with: block.added(lines, to: try SharedFile(path).read() ?? []))
        return .done
      }
    }
  }

  func removeEmpty(_ directories: [String]) {
    // Subdirectories first. A directory that isn't empty is in use and stays.
    for directory in directories.sorted(by: { $0.utf8.count > $1.utf8.count }) { rmdir(directory) }
  }
}
