import Core
import Foundation

extension Registrar {
  /// Checks the registration with the tools that file managers and mail programs use. Changes
  /// nothing.
  public func check() -> RegistrationReport {
    var report = RegistrationReport()
    checkFiles(&report)
    if !registration.types.isEmpty { checkContents(&report) }
    for type in registration.mimeTypes { checkPrograms(of: type, &report) }
    if !registration.types.isEmpty { checkMailcap(&report) }
    if !report.isWhole {
      report.advise("“\(registration.application) register” puts it right.")
    }
    return report
  }

  private func checkFiles(_ report: inout RegistrationReport) {
    let entry = paths.entry(of: registration)
    report.attempt("\(entry) starts this program") {
      guard let bytes = try SharedFile(entry).read() else { return .failed("It isn't there.") }
      return bytes == Array(registration.desktopEntry.utf8)
        ? .done : .failed("It says something else than this program would register.")
    }
    report.attempt("\(registration.program) is installed") {
      SearchPath([:]).program(registration.program) != nil
        ? .done : .failed("There is no such program.")
    }
    runTool(.validate, [entry], "desktop-file-validate accepts it", &report) { run in
      run.exitCode == 0 ? .done : .failed(run.output)
    }
    guard !registration.mimeTypes.isEmpty else { return }
    report.attempt("\(paths.cache) lists the program") {
      let lines = GroupedLines(try SharedFile(paths.cache).read() ?? [])
      let missing = registration.mimeTypes.filter {
        !lines.list($0, in: "MIME Cache").contains(registration.desktopID)
      }
      return missing.isEmpty ? .done : .failed("Not for \(missing.joined(separator: ", ")).")
    }
    report.attempt("\(paths.associations) doesn't remove the program") {
      let lines = GroupedLines(try SharedFile(paths.associations).read() ?? [])
      let removed = registration.mimeTypes.filter {
        lines.list($0, in: "Removed Associations").contains(registration.desktopID)
      }
      return removed.isEmpty
        ? .done : .failed("It does for \(removed.joined(separator: ", ")); delete that there.")
    }
  }

  /// Checks the types that the desktop detects for generated sample files.
  private func checkContents(_ report: inout RegistrationReport) {
    report.attempt("\(paths.mime)/globs2 has the extensions") {
      guard let bytes = try SharedFile(paths.mime + "/globs2").read() else {
        return tools.has(.updateMIMEDatabase)
          ? .failed("It isn't there.") : .skipped(Tools.Tool.updateMIMEDatabase.missingMessage)
      }
      let lines = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
      let missing = registration.types.flatMap { type in
        type.extensions.filter { ending in
          !lines.contains { $0.hasSuffix(":\(type.mimeTypes.first ?? ""):*.\(ending)") }
        }
      }
      return missing.isEmpty ? .done : .failed("Not \(missing.joined(separator: ", ")).")
    }
    guard tools.has(.gio) else {
      report.add("gio tells the types of files", .skipped(Tools.Tool.gio.missingMessage))
      return
    }
    report.attempt("gio tells the types of files") {
      let directory = try TemporaryDocuments(
        of: registration.application, environment: paths.environment)
      defer { directory.remove() }
      var wrong: [String] = []
      for type in registration.types {
        guard let name = type.mimeTypes.first, let ending = type.extensions.first else { continue }
        let path = try directory.write(
          type.magic.first?.bytes ?? type.rootElements.first.map { Array("<\($0)/>".utf8) }
            ?? Array("a\n".utf8), named: "check.\(ending)")
        let run = try tools.run(.gio, ["info", "-a", "standard::content-type", path])
        guard run?.output.contains("standard::content-type: \(name)\n") != true else { continue }
        wrong.append(".\(ending) isn't \(name)")
      }
      return wrong.isEmpty ? .done : .failed(wrong.joined(separator: ", ") + ".")
    }
  }

  private func checkPrograms(of type: String, _ report: inout RegistrationReport) {
    runTool(.gio, ["mime", type], "gio knows the program for \(type)", &report) { run in
      run.output.contains(registration.desktopID) ? .done : .failed("It doesn't.")
    }
    runTool(.xdgMIME, ["query", "default", type], "\(type) is opened with it", &report) { run in
      let id = run.output[...].trimmed
      if id == registration.desktopID { return .done }
      guard !id.isEmpty else { return .failed("Nothing opens it.") }
      return .skipped("\(id) does, and may.")
    }
  }

  private func checkMailcap(_ report: inout RegistrationReport) {
    let block = MarkedBlock(owner: registration.application)
    for (path, lines) in [
      (paths.mailcap, registration.mailcapLines), (paths.mimeTypes, registration.mimeTypesLines),
    ] {
      report.attempt("\(path) has our lines") {
        let found = block.lines(in: try SharedFile(path).read() ?? []) ?? []
        return found == lines ? .done : .failed("It has not, or others.")
      }
    }
    guard let type = registration.types.first, let name = type.mimeTypes.first else { return }
    guard tools.has(.runMailcap) else {
      report.add("run-mailcap starts the program", .skipped(Tools.Tool.runMailcap.missingMessage))
      return
    }
    report.attempt("run-mailcap starts the program") {
      let directory = try TemporaryDocuments(
        of: registration.application, environment: paths.environment)
      defer { directory.remove() }
      let path = try directory.write(
        Array("a\n".utf8), named: "check.\(type.extensions.first ?? "txt")")
      let run = try tools.run(.runMailcap, ["--norun", "\(name):\(path)"])
      let output = run?.output ?? ""
      return output.contains(registration.program) ? .done : .failed(output[...].trimmed)
    }
  }

  private func runTool(
    _ tool: Tools.Tool, _ arguments: [String], _ name: String, _ report: inout RegistrationReport,
    judge: (ToolRun) -> RegistrationReport.Result
  ) {
    report.attempt(name) {
      guard let run = try tools.run(tool, arguments) else { return .skipped(tool.missingMessage) }
      return judge(run)
    }
  }
}
