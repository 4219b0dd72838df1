import Core
import Foundation
import RepriseTesting
import Testing

@testable import Documents

@Suite struct TemporaryDocumentsTests {
  @Test(
    "Temporary document name is made plain",
    arguments: [
      ("a.mol", "a.mol"), ("/x/y.sdf", "y.sdf"), ("-rf.mol", "rf.mol"), ("..", "document"),
      ("", "document"), ("a'b\n$(c).mol", "a_b___c_.mol"), ("Öl 1.mol", "Öl_1.mol"),
      (".profile", "profile"),
    ])
  func namesAreMadePlain(name: String, plain: String) {
    #expect(TemporaryDocuments.plain(name) == plain)
  }

  @Test("Temporary document name that is long keeps its extension")
  func longNamesKeepTheirExtension() {
    let name = TemporaryDocuments.plain(String(repeating: "ü", count: 300) + ".sdf")
    #expect(name.utf8.count <= 120)
    #expect(name.hasSuffix("ü.sdf"))
  }

  @Test("Temporary documents are deleted with their owner") func theFolderGoesWithItsOwner() throws
  {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_RUNTIME_DIR": directory.path]
    do {
      let documents = try TemporaryDocuments(of: "x", environment: environment)
      _ = try documents.write([1], named: "a")
      #expect(try directory.files().count == 2)
    }
    #expect(try directory.files() == [])
  }

  /// In a process of its own, where the owner is still there at the end.
  @Test("Temporary documents are deleted at exit of the process")
  func aFolderThatNobodyGivesUpGoesWithTheProcess() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let documents = try TemporaryDocuments(
        of: "x", environment: ["XDG_RUNTIME_DIR": directory.path])
      _ = try documents.write([1], named: "a.mol")
      chdir(documents.path)
      // Called between the deletion of the documents and that of the test's folder: the last that was added is the first.
      atexit { if unlink("a.mol") == 0 { _exit(EXIT_FAILURE) } }
      documents.removeAtExit()
      withExtendedLifetime((directory, documents)) { exit(EXIT_SUCCESS) }
    }
  }

  @Test("Temporary document saved before its process was killed stays")
  func whatAProgramSavedBeforeItsOwnerWasKilledStaysForAWhile() throws {
    let directory = try TemporaryDirectory()
    func modify(_ name: String, at timestamp: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: timestamp)],
        ofItemAtPath: directory.file(name))
    }
    for name in ["saved", "unsaved"] {
      try directory.write("x-open-\(name)/a.mol", name)
      try directory.write("x-open-\(name)/.as-given", "")
    }
    let now = Date().timeIntervalSince1970
    try modify("x-open-saved/.as-given", at: now - 5)
    try modify("x-open-unsaved/a.mol", at: now - 5)
    TemporaryDocuments.sweep(directory.path, "x-open-", olderThan: -1)
    #expect(
      Set(try directory.files()) == [
        "x-open-saved", "x-open-saved/a.mol", "x-open-saved/.as-given",
      ])
  }

  /// The clock of files has one moment for all that happens within some milliseconds.
  @Test("Temporary document saved at once counts as saved") func whatAProgramSavesAtOnceIsSaved()
    throws
  {
    let directory = try TemporaryDirectory()
    let documents = try TemporaryDocuments(
      of: "x", environment: ["XDG_RUNTIME_DIR": directory.path])
    let copy = try documents.write(Array("picture".utf8), named: "a.mol")
    documents.markAsGiven()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
    documents.removeUnlessSaved()
    #expect(FileManager.default.contents(atPath: copy) == Data("mine".utf8))
  }

  @Test("Temporary document that is unchanged is deleted") func whatNoProgramHasChangedGoes() throws
  {
    let directory = try TemporaryDirectory()
    let documents = try TemporaryDocuments(
      of: "x", environment: ["XDG_RUNTIME_DIR": directory.path])
    _ = try documents.write(Array("picture".utf8), named: "a.mol")
    documents.markAsGiven()
    documents.removeUnlessSaved()
    #expect(try directory.files() == [])
  }

  @Test("Temporary documents of a killed process are swept, used ones stay")
  func whatAKilledProcessLeftIsRemovedByTheNextAndWhatIsInUseStays() throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_RUNTIME_DIR": directory.path]
    try directory.write("x-open-abcdef/a.mol", "left")
    try directory.write("other-open-abcdef/a.mol", "not ours")
    // It is old enough if the clock says so: the change of a folder can't be put back, so the limit is.
    let used = try TemporaryDocuments(of: "x", environment: environment)
    TemporaryDocuments.sweep(directory.path, "x-open-", olderThan: -1)
    #expect(
      Set(try directory.files()) == [
        "other-open-abcdef", "other-open-abcdef/a.mol",
        used.path.split(separator: "/").last.map(String.init) ?? "",
      ])
  }

  @Test(
    "Temporary document name has at most 120 bytes, its extension 20",
    arguments: [(116, 4, 116), (117, 4, 116), (300, 20, 100), (99, 21, 99)])
  func aNameHasAtMost120BytesAndAnExtensionOfAtMost20(stem: Int, ending: Int, kept: Int) {
    let name = String(repeating: "a", count: stem)
    let suffix = "." + String(repeating: "b", count: ending - 1)
    let plain = TemporaryDocuments.plain(name + suffix)
    #expect(plain == String(repeating: "a", count: kept) + suffix)
  }

  /// An extension that is none is cut like the rest.
  @Test("Temporary document name is cut if its extension is too long")
  func whatIsTooLongToBeAnExtensionIsCut() {
    let name = String(repeating: "a", count: 110) + "." + String(repeating: "b", count: 20)
    #expect(TemporaryDocuments.plain(name) == String(name.prefix(120)))
  }

  @Test("Temporary documents go to the first writable directory")
  func theFirstFolderThatCanBeWrittenIsTaken() throws {
    let directory = try TemporaryDirectory()
    try directory.write("plain", "x")
    mkdir(directory.file("memory"), 0o700)
    for (runtime, parent) in [
      (directory.file("memory"), directory.file("memory")),
      (directory.file("none"), directory.path),
      (directory.file("plain"), directory.path), ("memory", directory.path),
    ] {
      let documents = try TemporaryDocuments(
        of: "x", environment: ["XDG_RUNTIME_DIR": runtime, "TMPDIR": directory.path])
      #expect((documents.path as NSString).deletingLastPathComponent == parent)
      #expect((documents.path as NSString).lastPathComponent.hasPrefix("x-open-"))
    }
  }

  /// Another user who may write in a folder can replace the copies there.
  @Test("Temporary documents avoid directories that others may write")
  func noCopyGoesIntoAFolderThatOthersMayWrite() throws {
    let directory = try TemporaryDirectory()
    for name in ["run", "tmp", "common"] { mkdir(directory.file(name), 0o700) }
    func parent(_ runtime: String, _ temporary: String) throws -> String {
      let environment = [
        "XDG_RUNTIME_DIR": directory.file(runtime), "TMPDIR": directory.file(temporary),
      ]
      let documents = try TemporaryDocuments(of: "x", environment: environment)
      return (documents.path as NSString).deletingLastPathComponent
    }
    #expect(try parent("run", "tmp") == directory.file("run"))
    chmod(directory.file("run"), 0o755)
    #expect(try parent("run", "tmp") == directory.file("tmp"))
    chmod(directory.file("common"), 0o1777)
    #expect(try parent("run", "common") == directory.file("common"))
    chmod(directory.file("tmp"), 0o777)
    #expect(try parent("run", "tmp") == "/tmp")
    let openWith = OpenWith(of: "x", environment: ["TMPDIR": directory.file("tmp")])
    #expect(openWith.spareDirectory == "/tmp")
    guard geteuid() == 0 else { return }
    chmod(directory.file("run"), 0o700)
    chown(directory.file("run"), 65534, 65534)
    #expect(try parent("run", "common") == directory.file("common"))
  }

  /// One that was made this moment isn't locked yet.
  @Test("Temporary directory that is new is not swept") func aNewFolderIsNotTakenForALeftover()
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("x-open-abcdef/a.mol", "new")
    _ = try TemporaryDocuments(of: "x", environment: ["XDG_RUNTIME_DIR": directory.path])
    #expect(try directory.files() == ["x-open-abcdef", "x-open-abcdef/a.mol"])
  }

  @Test("Temporary documents: swap and backup files do not count as saved")
  func onlyWhatSomebodyHasNamedIsMore() throws {
    let directory = try TemporaryDirectory()
    let documents = try TemporaryDocuments(
      of: "x", environment: ["XDG_RUNTIME_DIR": directory.path])
    let copy = try documents.write([1], named: "a.mol")
    documents.markAsGiven()
    #expect(!documents.hasMore(than: copy, isFinished: false))
    for name in [".a.swp", "a.mol~"] {
      try PrivateFile("\(documents.path)/\(name)").replace(with: [])
    }
    #expect(documents.hasMore(than: copy, isFinished: false))
    #expect(!documents.hasMore(than: copy, isFinished: true))
    _ = try documents.write([1], named: "b.mol")
    #expect(documents.hasMore(than: copy, isFinished: true))
  }

  @Test("Temporary documents leave no file open") func nothingStaysOpen() throws {
    let directory = try TemporaryDirectory()
    do {
      let documents = try TemporaryDocuments(
        of: "x", environment: ["XDG_RUNTIME_DIR": directory.path])
      _ = try documents.write([1], named: "a.mol")
      documents.markAsGiven()
      documents.leaveToWindow()
    }
    #expect(OpenFiles.paths(in: directory.path) == [])
    let files = try directory.files().map { ($0 as NSString).lastPathComponent }
    #expect(Set(files.dropFirst()) == ["a.mol", ".as-given", ".in-a-window"])
  }
}
