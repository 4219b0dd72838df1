package import Core
import FoundationEssentials
import Glibc

/// Registers an application with the user's desktop, removes the registration, and checks it.
/// Writes only files of its own; the desktop's tools update the lists that several programs share.
/// A failed step is recorded in the report and doesn't prevent the others.
package struct Registrar: Sendable {
  private let registration: Registration
  private let data, configuration: String
  private let database: DesktopDatabase
  private let tools: Tools

  /// Throws `FileError.noHome`, and `otherUsersHome` if root would write in another user's home.
  public init(
    _ registration: Registration, environment: [String: String]
  ) throws(FileError) {
    let directories = DesktopDirectories(environment: environment)
    guard let home = directories.home, let data = directories.data,
      let configuration = directories.configuration
    else { throw .noHome }
    try Ownership.requireOwnHome(home, from: "HOME")
    try Ownership.requireOwnHome(data, from: "XDG_DATA_HOME")
    (self.data, self.configuration) = (data, configuration)
    database = DesktopDatabase(environment: environment)
    tools = Tools(environment: environment)
    self.registration = registration
  }

  /// A file that belongs to the registration alone.
  private struct File {
    /// The report's words for registering the file, and for its state afterwards.
    let step, result: String
    let directory, name, text: String
    /// The tool updates the desktop's lists from such files; it is run for the directory.
    let tool: Tools.Tool
    let toolDirectory: String

    var path: String { "\(directory)/\(name)" }
  }

  private var mime: String { data + "/mime" }
  private var applications: String { data + "/applications" }
  private var associations: String { configuration + "/mimeapps.list" }

  private var entry: File {
    File(
      step: "enter the program", result: "starts this program", directory: applications,
      name: registration.desktopID, text: registration.desktopEntry, tool: .updateDesktopDatabase,
      toolDirectory: applications)
  }

  private var files: [File] {
    guard !registration.types.isEmpty else { return [entry] }
    let package = File(
      step: "describe the file types", result: "describes the file types",
      directory: mime + "/packages", name: registration.application + ".xml",
      text: registration.mimePackage, tool: .updateMIMEDatabase, toolDirectory: mime)
    return [package, entry]
  }

  /// Replaces an earlier registration.
  public func register() -> RegistrationReport {
    var report = RegistrationReport()
    if let refusal = registration.refusal {
      report.add("register", .failed("Nothing is written, because \(refusal)."))
      return report
    }
    for file in files {
      change(file, "\(file.step) in \(file.path)", &report) { bytes in
        if let bytes, !registration.hasMark(bytes) {
          return .failed("Another program wrote the file that is there. Move it away.")
        }
        try FileManager.default.createDirectory(
          atPath: file.directory, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try PrivateFile(file.path).replace(with: Array(file.text.utf8))
        return .done
      }
      if report.steps.last?.result == .done { updateLists(for: file, &report) }
    }
    let others = registration.mimeTypes.compactMap { type in
      database.entries(for: type).first.flatMap {
        $0.id == registration.desktopID ? nil : "\(type) is opened by \($0.name)"
      }
    }
    if !others.isEmpty {
      report.advise(
        "As before, \(others.joined(separator: ", ")). To change that: xdg-mime default "
          + "\(registration.desktopID) TYPE")
    }
    let unclaimed = registration.unclaimed
    if !unclaimed.isEmpty {
      report.advise(
        "Extensions left to others: \(unclaimed.joined(separator: ", ")). "
          + "“\(registration.application) register --claim-extensions” takes them.")
    }
    return report
  }

  /// Files that another program wrote are retained.
  public func unregister() -> RegistrationReport {
    var report = RegistrationReport()
    for file in files {
      change(file, "delete \(file.path)", &report) { bytes in
        guard let bytes else { return .skipped("It isn't there.") }
        guard registration.hasMark(bytes) else { return .skipped("Another program wrote it.") }
        try FileAccess().remove(file.path)
        return .done
      }
      // Also if the file was deleted before: the tool may have failed then.
      if !FileManager.default.fileExists(atPath: file.path),
        FileManager.default.fileExists(atPath: file.directory)
      {
        updateLists(for: file, &report)
      }
    }
    return report
  }

  private func change(
    _ file: File, _ name: String, _ report: inout RegistrationReport,
    _ body: ([UInt8]?) throws -> RegistrationReport.Result
  ) {
    report.attempt(name) { try body(try SharedFile(file.path).read()) }
  }

  private func updateLists(for file: File, _ report: inout RegistrationReport) {
    report.attempt("\(file.tool.rawValue) \(file.toolDirectory)") {
      guard let run = try tools.run(file.tool, [file.toolDirectory]) else {
        return .skipped(
          file.tool.missingMessage
            + " Until it is, and has run, the desktop doesn't see the change.")
      }
      return run.exitCode == 0 ? .done : .failed(run.failureText)
    }
  }

  /// Changes nothing.
  public func check() -> RegistrationReport {
    var report = RegistrationReport()
    for file in files {
      report.attempt("\(file.path) \(file.result)") {
        guard let bytes = try SharedFile(file.path).read() else {
          return .failed("It isn't there.")
        }
        return bytes == Array(file.text.utf8)
          ? .done : .failed("It differs from what this program registers.")
      }
    }
    report.attempt("\(registration.program) is installed") {
      SearchPath([:]).program(registration.program) != nil
        ? .done : .failed("There is no such program.")
    }
    ask(.validate, [entry.path], "desktop-file-validate accepts it", &report) { run in
      run.exitCode == 0 ? .done : .failed(run.failureText)
    }
    checkLists(&report)
    for type in registration.mimeTypes {
      ask(.xdgMIME, ["query", "default", type], "\(type) is opened with it", &report) { run in
        let id = run.output[...].trimmed
        if id == registration.desktopID { return .done }
        guard !id.isEmpty else { return .failed("Nothing opens it.") }
        return .skipped("\(id) opens it, which is fine.")
      }
    }
    let isFixable = !report.isWhole
    if !registration.mimeTypes.isEmpty {
      report.attempt("\(associations) doesn't remove the program") {
        let lines = GroupedLines(try SharedFile(associations).read() ?? [])
        let removed = registration.mimeTypes.filter {
          lines.list($0, in: "Removed Associations").contains(registration.desktopID)
        }
        guard !removed.isEmpty else { return .done }
        return .failed(
          "It does for \(removed.joined(separator: ", ")). Delete “\(registration.desktopID)” from"
            + " [Removed Associations] there.")
      }
    }
    if isFixable {
      report.advise("“\(registration.application) register” fixes it.")
    }
    return report
  }

  private func checkLists(_ report: inout RegistrationReport) {
    func result(_ tool: Tools.Tool, _ missing: [String]) -> RegistrationReport.Result {
      if missing.isEmpty { return .done }
      return tools.has(tool)
        ? .failed("Not \(missing.joined(separator: ", ")).") : .skipped(tool.missingMessage)
    }
    if !registration.types.isEmpty {
      report.attempt("\(mime)/globs2 has the extensions") {
        let bytes = try SharedFile(mime + "/globs2").read() ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let missing = registration.types.flatMap { type in
          type.extensions.filter { ending in
            !lines.contains { $0.hasSuffix(":\(type.mimeTypes.first ?? ""):*.\(ending)") }
          }
        }
        return result(.updateMIMEDatabase, missing)
      }
    }
    guard !registration.mimeTypes.isEmpty else { return }
    report.attempt("\(applications)/mimeinfo.cache lists the program") {
      let lines = GroupedLines(try SharedFile(applications + "/mimeinfo.cache").read() ?? [])
      let missing = registration.mimeTypes.filter {
        !lines.list($0, in: "MIME Cache").contains(registration.desktopID)
      }
      return result(.updateDesktopDatabase, missing)
    }
  }

  private func ask(
    _ tool: Tools.Tool, _ arguments: [String], _ name: String, _ report: inout RegistrationReport,
    judge: (ToolRun) -> RegistrationReport.Result
  ) {
    report.attempt(name) {
      guard let run = try tools.run(tool, arguments) else { return .skipped(tool.missingMessage) }
      return judge(run)
    }
  }
}
