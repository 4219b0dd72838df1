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
      "\(directory.file("home/data/mime/packages/molecules.xml")) describes the file types",
      "\(directory.file("home/data/applications/molecules.desktop")) starts this program",
      "\(desk.program) is installed",
      "\(directory.file("home/config/mimeapps.list")) doesn't remove the program",
    ]
    #expect(steps.filter { $0.result == .done }.map(\.name) == own)
    let others = steps.filter { $0.result != .done }
    #expect(
      others.map(\.name)
        == [
          "desktop-file-validate accepts it",
          "\(directory.file("home/data/mime"))/globs2 has the extensions",
          "\(directory.file("home/data/applications"))/mimeinfo.cache lists the program",
        ] + desk.registration.mimeTypes.map { "\($0) is opened with it" })
    #expect(
      others[1].result
        == .skipped("update-mime-database isn't installed (package shared-mime-info)."))
    #expect(others.last?.result == .skipped("xdg-mime isn't installed (package xdg-utils)."))
  }

  @Test("Registration check of an application without types skips them")
  func anApplicationWithoutTypesIsNotAskedForThem() throws {
    let registrar = try desk.registrar { $0.types = [] }
    let names = registrar.check().steps.map(\.name)
    #expect(
      !names.contains { $0.hasSuffix("has the extensions") || $0.hasSuffix("the file types") })
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
      ("echo other.desktop", .skipped("other.desktop opens it, which is fine.")),
    ] as [(String, RegistrationReport.Result)])
  func xdgMIMESaysWhoOpensAType(script: String, result: RegistrationReport.Result) throws {
    #expect(try self.result("chemical/x-cdx is opened with it", "xdg-mime", script) == result)
  }

  @Test("Registration check names an association that the user removed")
  func aRemovedAssociationIsNamed() throws {
    try desk.directory.write(
      "home/config/mimeapps.list",
      "[Removed Associations]\nchemical/x-cdx=other.desktop;molecules.desktop;\n")
    let report = try desk.registrar().check()
    #expect(!report.isWhole && report.advice == [])
    #expect(
      report.steps.last?.result
        == .failed(
          "It does for chemical/x-cdx. Delete “molecules.desktop” from [Removed Associations] there."
        ))
  }

  @Test(
    "Registration check validates the desktop entry",
    arguments: [("exit 0", .done), ("echo bad; exit 1", .failed("bad\n"))]
      as [(String, RegistrationReport.Result)])
  func theEntryIsValidated(script: String, result: RegistrationReport.Result) throws {
    let step = "desktop-file-validate accepts it"
    #expect(try self.result(step, "desktop-file-validate", script) == result)
  }

  @Test("Registration check examines the list of extensions") func theListOfExtensionsIsLookedAt()
    throws
  {
    let step = "/globs2 has the extensions"
    guard case .skipped? = try result(step) else {
      Issue.record("Nobody can have made it.")
      return
    }
    let all = desk.registration.types.flatMap { type in
      type.extensions.map { "40:\(type.mimeTypes.first ?? ""):*.\($0)" }
    }
    let list = "home/data/mime/globs2"
    try desk.directory.write(list, all.joined(separator: "\n"))
    #expect(try result(step) == .done)
    try desk.directory.write(list, all.filter { !$0.hasSuffix("*.sdf") }.joined(separator: "\n"))
    #expect(try result(step, "update-mime-database", ":") == .failed("Not sdf."))
  }

  @Test("Registration check names each file that is wrong")
  func eachFileThatIsNotAsItShouldBeIsNamed() throws {
    let directory = desk.directory
    let entry = "data/applications/molecules.desktop"
    try directory.write("home/" + entry, try desk.text(entry) + "X=1\n")
    #expect(
      try result("\(entry) starts this program")
        == .failed("It differs from what this program registers."))
    try FileManager.default.removeItem(atPath: directory.file("home/" + entry))
    #expect(try result("\(entry) starts this program") == .failed("It isn't there."))

    let package = "data/mime/packages/molecules.xml"
    try directory.write("home/" + package, try desk.text(package) + "\n")
    #expect(
      try result("\(package) describes the file types")
        == .failed("It differs from what this program registers."))

    let cache = "data/applications/mimeinfo.cache"
    let lines = desk.registration.mimeTypes.map { "\($0)=a.desktop;molecules.desktop;\n" }
    try directory.write("home/" + cache, "[MIME Cache]\n" + lines.joined())
    #expect(try result("\(cache) lists the program") == .done)
    try directory.write("home/" + cache, "[MIME Cache]\n" + lines.dropLast().joined())
    #expect(
      try result("\(cache) lists the program", "update-desktop-database", ":")
        == .failed("Not x-scheme-handler/molecules."))

    #expect(try result("\(desk.program) is installed") == .done)
    try FileManager.default.removeItem(atPath: desk.program)
    #expect(try result("\(desk.program) is installed") == .failed("There is no such program."))
    #expect(
      try desk.registrar().check().advice == ["“molecules register” fixes it."])
  }
}
