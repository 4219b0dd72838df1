import Foundation
import RepriseTesting
import Testing

@testable import Documents

/// The check of a registration, on a machine with tools of the test's own.
@Suite struct RegistrarCheckingTests {
  private var desk: Desk

  init() throws {
    desk = try Desk(tools: false)
    desk.environment["PATH"] = desk.directory.file("tools")
    #expect(try desk.registrar().register().isWhole)
  }

  /// The result of a step whose name ends so, where a tool is the script.
  private func result(
    _ ending: String, _ tool: String? = nil, _ script: String = ""
  ) throws -> RegistrationReport.Result? {
    if let tool { try desk.directory.writeScript("tools/\(tool)", "#!/bin/sh\n\(script)\n") }
    return try desk.registrar().check().steps.first { $0.name.hasSuffix(ending) }?.result
  }

  @Test("Registration check succeeds without any tool") func aRegistrationIsWholeWithoutAnyTool()
    throws
  {
    let report = try desk.registrar().check()
    #expect(report.isWhole, "\(report.text)")
    #expect(report.advice == [])
  }

  /// The steps that nobody could do are there, too.
  @Test("Registration check names each step and missing tool")
  func eachStepIsNamedAndSaysWhichToolIsMissing() throws {
    let directory = desk.directory
    let steps = try desk.registrar().check().steps
    let own = [
      "\(directory.file("home/data/applications/molecules.desktop")) starts this program",
      "\(desk.program) is installed",
      "\(directory.file("home/data/applications/mimeinfo.cache")) lists the program",
      "\(directory.file("home/config/mimeapps.list")) doesn't remove the program",
      "\(directory.file("home/.mailcap")) has our lines",
      "\(directory.file("home/.mime.types")) has our lines",
    ]
    #expect(steps.filter { $0.result == .done }.map(\.name) == own)
    let types = desk.registration.mimeTypes.flatMap {
      ["gio knows the program for \($0)", "\($0) is opened with it"]
    }
    let others = steps.filter { $0.result != .done }
    #expect(
      others.map(\.name)
        == [
          "desktop-file-validate accepts it",
          "\(directory.file("home/data/mime"))/globs2 has the extensions",
          "gio tells the types of files",
        ] + types + ["run-mailcap starts the program"])
    let missing = "libglib2.0-bin"
    #expect(others[2].result == .skipped("gio isn't installed (package \(missing))."))
    #expect(others.last?.result == .skipped("run-mailcap isn't installed (package mailcap)."))
  }

  @Test("Registration check of an application without types skips them")
  func anApplicationWithoutTypesIsNotAskedForThem() throws {
    let registrar = try desk.registrar { $0.types = [] }
    let names = registrar.check().steps.map(\.name)
    #expect(!names.contains { $0.hasSuffix("has the extensions") || $0.hasSuffix("has our lines") })
    #expect(!names.contains { $0.hasPrefix("run-mailcap") || $0.hasPrefix("gio tells") })
    #expect(names.contains("x-scheme-handler/molecules is opened with it"))
    let neither = try desk.registrar {
      $0.types = []
      $0.schemes = []
    }
    #expect(neither.check().steps.count == 3)
  }

  @Test(
    "Registration check: xdg-mime names the program of a type",
    arguments: [
      ("echo molecules.desktop", .done), (":", .failed("Nothing opens it.")),
      ("echo other.desktop", .skipped("other.desktop does, and may.")),
    ] as [(String, RegistrationReport.Result)])
  func xdgMIMESaysWhoOpensAType(script: String, result: RegistrationReport.Result) throws {
    #expect(try self.result("chemical/x-cdx is opened with it", "xdg-mime", script) == result)
  }

  @Test(
    "Registration check: gio knows the program",
    arguments: [
      ("echo as default: molecules.desktop", .done), ("echo other.desktop", .failed("It doesn't.")),
    ] as [(String, RegistrationReport.Result)])
  func gioKnowsTheProgram(script: String, result: RegistrationReport.Result) throws {
    #expect(try self.result("gio knows the program for chemical/x-cdx", "gio", script) == result)
  }

  @Test("Registration check asks gio for the types of files") func gioIsAskedForTheTypesOfFiles()
    throws
  {
    let step = "gio tells the types of files"
    // As if every file were a text.
    guard
      case .failed(let why)? = try result(step, "gio", "echo 'standard::content-type: text/plain'")
    else {
      Issue.record("A text was taken for something else.")
      return
    }
    #expect(why.contains(".mol isn't chemical/x-mdl-molfile") && why.hasSuffix("."))
    let cases = desk.registration.types.map { type in
      "*.\(type.extensions.first ?? "")) echo 'standard::content-type: \(type.mimeTypes.first ?? "")';;"
    }
    let script = "case \"$4\" in\n\(cases.joined(separator: "\n"))\nesac"
    #expect(try result(step, "gio", script) == .done)
  }

  @Test("Registration check: gio knows the first of several MIME types")
  func ofATypeWithSeveralNamesGioKnowsTheProperOne() throws {
    try desk.directory.writeScript(
      "tools/gio", "#!/bin/sh\necho 'standard::content-type: text/x-proper'\n")
    let registrar = try desk.registrar {
      $0.types = [
        DocumentType(
          "several", name: "text", mimeTypes: ["text/x-proper", "text/x-other"], extensions: ["x"])
      ]
    }
    let step = registrar.check().steps.first { $0.name == "gio tells the types of files" }
    #expect(step?.result == .done)
  }

  @Test(
    "Registration check validates the desktop entry",
    arguments: [("exit 0", .done), ("echo bad; exit 1", .failed("bad\n"))]
      as [(String, RegistrationReport.Result)])
  func theEntryIsValidated(script: String, result: RegistrationReport.Result) throws {
    let step = "desktop-file-validate accepts it"
    #expect(try self.result(step, "desktop-file-validate", script) == result)
  }

  @Test("Registration check: run-mailcap starts the program or is quoted")
  func runMailcapStartsTheProgramOrSaysWhatItDoesInstead() throws {
    let step = "run-mailcap starts the program"
    #expect(try result(step, "run-mailcap", "echo ' less a.mol '") == .failed("less a.mol"))
    #expect(try result(step, "run-mailcap", "echo '\(desk.program)' a.mol") == .done)
    // It is asked for a file of the first type.
    let first = try #require(desk.registration.types.first)
    let file = "\(first.mimeTypes[0]):*/check.\(first.extensions[0])"
    let script = "case \"$2\" in \(file)) echo '\(desk.program)';; *) echo \"$2\";; esac"
    #expect(try result(step, "run-mailcap", script) == .done)
  }

  @Test("Registration check examines the list of extensions") func theListOfExtensionsIsLookedAt()
    throws
  {
    let step = "/globs2 has the extensions"
    guard case .skipped? = try result(step) else {
      Issue.record("Nobody can have made it.")
      return
    }
    #expect(try result(step, "update-mime-database", ":") == .failed("It isn't there."))
    let all = desk.registration.types.flatMap { type in
      type.extensions.map { "40:\(type.mimeTypes.first ?? ""):*.\($0)" }
    }
    let list = "home/data/mime/globs2"
    try desk.directory.write(list, all.joined(separator: "\n"))
    #expect(try result(step) == .done)
    try desk.directory.write(list, all.filter { !$0.hasSuffix("*.sdf") }.joined(separator: "\n"))
    #expect(try result(step) == .failed("Not sdf."))
  }

  @Test("Registration check names each file that is wrong")
  func eachFileThatIsNotAsItShouldBeIsNamed() throws {
    let directory = desk.directory
    let entry = "data/applications/molecules.desktop"
    try directory.write("home/" + entry, try desk.text(entry) + "X=1\n")
    #expect(
      try result("\(entry) starts this program")
        == .failed("It says something else than this program would register."))
    try FileManager.default.removeItem(atPath: directory.file("home/" + entry))
    #expect(try result("\(entry) starts this program") == .failed("It isn't there."))

    let cache = "data/applications/mimeinfo.cache"
    let text = try desk.text(cache)
    let line = "chemical/x-cdx=molecules.desktop;\n"
    #expect(text.contains(line))
    try directory.write("home/" + cache, text.replacing(line, with: ""))
    #expect(try result("\(cache) lists the program") == .failed("Not for chemical/x-cdx."))

    let list = "config/mimeapps.list"
    try directory.write("home/" + list, try desk.text(list) + "\n[Removed Associations]\n" + line)
    #expect(
      try result("\(list) doesn't remove the program")
        == .failed("It does for chemical/x-cdx; delete that there."))

    #expect(try result(".mailcap has our lines") == .done)
    try directory.write("home/.mailcap", "text/plain; cat %s\n")
    #expect(try result(".mailcap has our lines") == .failed("It has not, or others."))

    #expect(try result("\(desk.program) is installed") == .done)
    try FileManager.default.removeItem(atPath: desk.program)
    #expect(try result("\(desk.program) is installed") == .failed("There is no such program."))
    #expect(
      try desk.registrar().check().advice == ["“molecules register” puts it right."])
  }
}
