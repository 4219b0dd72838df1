import Chemistry
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct CommandsTests {
  private func run(_ words: String...) async throws -> Command.Output {
    let arguments = try Molecules.program.arguments(words)
    let command = try #require(
      Molecules.commands.first { $0.name == arguments.command })
    return try await command.run(arguments)
  }

  @Test("molecules list prints a table") func listPrintsATable() async throws {
    let samples = try SampleDirectory()
    let output = try await run("list", samples.path("drugs.sdf"))
    #expect(output.text.contains("caffeine"))
    #expect(output.text.contains("C8H10N4O2"))
    #expect(output.text.contains("194.19"))
    #expect(output.exitCode == .success)
  }

  @Test("molecules list --json prints all properties") func listPrintsAllThatIsKnownAsJSON()
    async throws
  {
    let samples = try SampleDirectory()
    let output = try await run("list", samples.path("drugs.sdf"), "--json")
    let records = try #require(try JSON(Array(output.text.utf8)).array)
    #expect(records.count == 5)
    let aspirin = records[0]
    #expect(aspirin["name"]?.string == "aspirin")
    #expect(aspirin["format"]?.string == "sdfile")
    #expect(aspirin["formula"]?.string == "C9H8O4")
    #expect(abs((aspirin["averageMass"]?.double ?? 0) - 180.159) < 0.01)
    #expect(abs((aspirin["monoisotopicMass"]?.double ?? 0) - 180.04226) < 0.0001)
    #expect(aspirin["atoms"]?.int == 13)
    #expect(aspirin["bonds"]?.int == 13)
    #expect(aspirin["charge"]?.int == 0)
    #expect(aspirin["fields"]?.array?.first?["value"]?.string == "50-78-2")
    #expect(aspirin["problems"]?.array?.isEmpty == true)
  }

  @Test("molecules show and list print texts of a drawing") func textsOfADrawingAreSeen()
    async throws
  {
    let samples = try SampleDirectory()
    try samples.write("arrow.cdx", Samples.arrow)
    let shown = try await run("show", samples.path("arrow.cdx")).text
    for text in ["BINAP", "Dioxane", "105 °C", "Scheme 1"] { #expect(shown.contains(text)) }
    let json = try await run("list", samples.path("arrow.cdx"), "--json").text
    let record = try #require(try JSON(Array(json.utf8)).array?.first)
    #expect(record["kind"]?.string == "reaction")
    #expect(record["texts"]?.array?.compactMap(\.string) == ["Scheme 1"])
  }

  /// What is printed doesn't depend on how it is read: in pieces, or as a whole to be sorted.
  @Test("molecules list prints the same in pieces and sorted", arguments: ["", "--json", "--csv"])
  func listPrintsTheSameSortedAsTheFileIs(form: String) async throws {
    let samples = try SampleDirectory()
    let words =
      ["list", samples.path("drugs.sdf"), samples.path("aspirin.mol")]
      + (form.isEmpty ? [] : [form])
    func text(_ words: [String]) async throws -> String {
      try await Command.list.run(try Molecules.program.arguments(words)).text
    }
    let one = samples.path("drugs.sdf")
    let whole = try await text(words)
    #expect(whole.contains("aspirin"))
    let sorted = ["list", one, "--sort", "number"] + (form.isEmpty ? [] : [form])
    let plain = ["list", one] + (form.isEmpty ? [] : [form])
    let (bySort, inPieces) = (try await text(sorted), try await text(plain))
    #expect(bySort == inPieces)
    let found = try await text(plain + ["--filter", "caffeine"])
    #expect(!found.contains("aspirin"))
  }

  @Test("molecules commands take files and no pipe", arguments: ["list", "show", "draw"])
  func commandsTakeFilesAndNoPipe(command: String) async throws {
    let problem = try #require(
      await #expect(throws: UsageError.self) { try await run(command, "-") })
    #expect(problem.localizedDescription.contains("commands take files"))
  }

  @Test(
    "molecules names a file of another type",
    arguments: [
      ("init.el", "(setq x 1)\n", "Emacs Lisp"), ("a.rdf", "@prefix a: <b> .\n", "RDF in Turtle"),
      ("a.sdf", "%PDF-1.7\n", "a PDF document"), ("a.mol", "BZh91AY", "bzip2"),
    ])
  func whatIsNotOursIsSaid(name: String, text: String, what: String) async throws {
    let samples = try SampleDirectory()
    try samples.write(name, text)
    let problem = try #require(
      await #expect(throws: UnreadableFile.self) { try await run("list", samples.path(name)) })
    #expect(problem.localizedDescription.contains(what))
    let session = try await samples.session(name)
    try session.expect("\(name) isn't opened")
  }

  @Test("molecules names a file whose content differs from its name")
  func aFileThatIsSomethingElseThanItsNameSaysIsSaidToBe() async throws {
    let samples = try SampleDirectory()
    try samples.write("drugs.mol", Samples.drugs)
    let output = try await run("list", samples.path("drugs.mol"))
    #expect(output.note?.contains("drugs.mol is read as SDfile") == true)
    #expect(output.text.contains("caffeine"))
    let session = try await samples.session("drugs.mol")
    try session.expect("drugs.mol is read as SDfile")
  }

  @Test("molecules list filters, sorts and takes directories")
  func listFiltersSortsAndTakesFolders() async throws {
    let samples = try SampleDirectory()
    let output = try await run(
      "list", samples.path(""), "--sort", "mass:desc", "--filter", "a", "--csv")
    let lines = output.text.split(separator: "\r\n")
    #expect(lines[0].hasPrefix("file,number,name,formula,mass"))
    #expect(lines[1].contains("caffeine"))
  }

  @Test("molecules list sorts numbers of any size") func numbersOfAnySizeStandInTheirOrder()
    async throws
  {
    let samples = try SampleDirectory()
    let values = ["5e-8", "2e-9", "-0.003", "12345678901235", "1e-7", "12345678901234", "-7"]
    try samples.write(
      "assay.sdf",
      values.map { Samples.aspirin + "\n> <IC50>\n\($0)\n\n$$$$\n" }.joined())
    let output = try await run(
      "list", samples.path("assay.sdf"), "--sort", "field.IC50", "--csv")
    let sorted = output.text.split(separator: "\r\n").dropFirst()
      .map { String($0.split(separator: ",").last ?? "") }
    #expect(
      sorted == ["-7", "-0.003", "2e-9", "5e-8", "1e-7", "12345678901234", "12345678901235"])
  }

  @Test("molecules list of a directory skips an unreadable file")
  func aFileThatCannotBeReadCostsAFoldersListItselfAlone() async throws {
    let samples = try SampleDirectory()
    try samples.write("broken.ds", "<?xml version=\"1.0\"?>\n<DataSheet></DataSheet>\n")
    let output = try await run("list", samples.path(""), "--json")
    #expect(try JSON(Array(output.text.utf8)).array?.isEmpty == false)
    #expect(output.note?.isEmpty == false)
    let (broken, notes) = (samples.path("broken.ds"), samples.path("notes.txt"))
    let none = try await run("list", broken, notes, "--json")
    #expect(none.exitCode == .data)
    #expect(none.note?.split(separator: "\n").count == 2)
    let gone = samples.path("gone.sdf")
    #expect(try await run("list", broken, notes).exitCode == .data)
    #expect(try await run("list", gone, notes, "--csv").exitCode == .noInput)
    #expect(try await run("list", samples.path("drugs.sdf"), notes).exitCode == .data)
  }

  @Test("molecules list of a directory with an inaccessible file fails")
  func aFileThatIsThereAndCannotBeReadFailsAFoldersList() async throws {
    let samples = try SampleDirectory()
    // A link that leads to itself: root can't read it either.
    #expect(symlink("locked.mol", samples.path("locked.mol")) == 0)
    let output = try await run("list", samples.path(""))
    #expect(output.text.contains("caffeine"))
    #expect(output.note?.contains("locked.mol can't be read") == true)
    #expect(output.exitCode == .inputOutput)
  }

  @Test("molecules list refuses a record number for a directory") func aFolderHasNoRecordOfANumber()
    async throws
  {
    let samples = try SampleDirectory()
    let problem = try #require(
      await #expect(throws: UsageError.self) { try await run("list", samples.path("") + "#1") })
    #expect(problem.localizedDescription.contains("but is a folder"))
  }

  @Test("molecules commands report errors of a whole file") func problemsOfAWholeFileAreReported()
    async throws
  {
    let samples = try SampleDirectory()
    let drawing = samples.home.file("cut.cdx")
    _ = try await run("convert", samples.path("drugs.sdf"), drawing)
    let bytes = try samples.home.bytes("cut.cdx")
    try Data(bytes.dropLast(40)).write(to: URL(fileURLWithPath: drawing))
    for output in [
      try await run("list", drawing, "--json"), try await run("show", drawing + "#1"),
      try await run("draw", drawing + "#1"),
      try await run("convert", drawing, samples.home.file("out.sdf")),
    ] { #expect(output.note?.isEmpty == false) }
  }

  @Test("molecules convert keeps the date of an RDfile") func theDateOfAnRDfileStays() async throws
  {
    let samples = try SampleDirectory()
    try samples.write(
      "a.rdf",
      "$RDFILE 1\n$DATM    11/22/26 21:30\n$MFMT\n" + Samples.aspirin + "$DTYPE a\n$DATUM b\n")
    _ = try await run("convert", samples.path("a.rdf"), samples.home.file("b.rdf"))
    let text = String(decoding: try samples.home.bytes("b.rdf"), as: UTF8.self)
    #expect(text.hasPrefix("$RDFILE 1\n$DATM    11/22/26 21:30\n"))
  }

  @Test("molecules show prints one record") func showPrintsOneRecord() async throws {
    let samples = try SampleDirectory()
    let output = try await run("show", samples.path("drugs.sdf") + "#2")
    #expect(output.text.contains("L-alanine"))
    #expect(output.text.contains("amino acid"))
    let json = try await run("show", samples.path("drugs.sdf") + "#2", "--json")
    #expect(try JSON(Array(json.text.utf8))["number"]?.int == 2)
  }

  @Test("molecules show requires a number for several records") func showAsksWhichOfSeveral()
    async throws
  {
    let samples = try SampleDirectory()
    await #expect(throws: UsageError.self) { try await run("show", samples.path("drugs.sdf")) }
    let only = try await run("show", samples.path("aspirin.mol"))
    #expect(only.text.contains("An analgesic"))
  }

  @Test("molecules draw prints a picture") func drawPrintsAPicture() async throws {
    let samples = try SampleDirectory()
    let path = samples.path("drugs.sdf") + "#2"
    let dots = try await run("draw", path, "--width", "40", "--height", "12")
    #expect(dots.text.contains("H₃N⁺"))
    #expect(dots.text.split(separator: "\n").allSatisfy { $0.count <= 40 })
    #expect(dots.text.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
    let letters = try await run("draw", path, "--ascii")
    #expect(letters.text.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(letters.text.contains("H3N+"))
    await #expect(throws: UsageError.self) { try await run("draw", path, "--width", "0") }
  }

  @Test("molecules draw reports the number of format errors") func drawSaysHowManyProblemsThereAre()
    async throws
  {
    let samples = try SampleDirectory()
    let bonds = (1...7).map { "  1 \(80 + $0)  1  0\n" }.joined()
    let head = "odd\n\n\n  2  8  0  0  0  0  0  0  0  0999 V2000\n"
    let atoms = ["0.0000", "1.5000"].map {
      "    \($0)    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0\n"
    }
    let text = head + atoms.joined() + "  1  2  1  0\n" + bonds + "M  END\n"
    try samples.write("odd.mol", text)
    let path = samples.path("odd.mol")
    let drawn = try await run("draw", path)
    let converted = try await run("convert", path, samples.home.file("odd.sdf"))
    #expect(drawn.note == converted.note)
    #expect(drawn.note?.split(separator: "\n").count == 6)
    #expect(drawn.note?.hasSuffix("2 more.") == true)
    // Both atoms lie on one place.
    try samples.write("odd.mol", text.replacing("1.5000 ", with: "0.0000 "))
    let problem = try #require(
      await #expect(throws: NothingToDraw.self) { try await run("draw", path) })
    #expect(problem.errorDescription?.contains("gives no coordinates") == true)
    #expect(problem.recoverySuggestion?.hasSuffix("2 more.") == true)
  }

  @Test(arguments: ["mol", "sdf", "rdf", "el", "ds", "cdx"])
  func convertWritesEachFormat(ending: String) async throws {
    let samples = try SampleDirectory()
    let out = samples.home.file("out.\(ending)")
    let output = try await run("convert", samples.path("drugs.sdf") + "#1", out)
    #expect(output.text.hasPrefix("1 record written to"))
    let written = try ChemicalDocument(samples.home.bytes("out.\(ending)"))
    #expect(written.format.extensions.contains(ending))
    #expect(written.records.first?.molecule?.formula.hill == "C9H8O4")
  }

  @Test func convertCountsTheRecordsThatAreDrawn() async throws {
    let samples = try SampleDirectory()
    try samples.write("drugs.sdf", Samples.damagedDrugs)
    let output = try await run("convert", samples.path("drugs.sdf"), samples.home.file("out.cdx"))
    #expect(output.text.hasPrefix("4 records written to"))
    #expect(output.note?.contains("Left out of the drawing: “broken”") == true)
  }

  @Test("molecules convert writes unreadable records byte for byte")
  func convertWritesWhatItCannotReadAsItWas() async throws {
    let samples = try SampleDirectory()
    try samples.write("drugs.sdf", Samples.damagedDrugs)
    let (all, one) = (samples.home.file("all.sdf"), samples.home.file("one.sdf"))
    let output = try await run("convert", samples.path("drugs.sdf"), all)
    #expect(output.text.hasPrefix("5 records written to"))
    #expect(output.note?.contains("Written without a structure") == false)
    _ = try await run("convert", samples.path("drugs.sdf") + "#5", one)
    let entry = Array((Samples.damagedDrugs.components(separatedBy: "$$$$\n")[4] + "$$$$\n").utf8)
    #expect(try samples.home.bytes("all.sdf").suffix(entry.count) == entry[...])
    #expect(try samples.home.bytes("one.sdf") == entry)
  }

  @Test("molecules convert reports the number of records with a loss")
  func convertSaysHowManyRecordsLoseTheSame() async throws {
    let samples = try SampleDirectory()
    let record = Samples.aspirin + "> <CAS>\n50-78-2\n\n$$$$\n"
    try samples.write("many.sdf", String(repeating: record, count: 120))
    let output = try await run("convert", samples.path("many.sdf"), samples.home.file("out.cdx"))
    for loss in [
      "The fields of “aspirin” are left out: a drawing has none.",
      "Left out of “aspirin”: the comment line.",
    ] { #expect(output.note?.contains(loss + " 120 in all.") == true) }
  }

  @Test("molecules convert --force keeps permissions of the file")
  func whatConvertReplacesStaysForTheSamePeople() async throws {
    let samples = try SampleDirectory()
    let out = samples.home.file("out.sdf")
    try samples.home.write("out.sdf", "old")
    #expect(chmod(out, 0o600) == 0)
    _ = try await run("convert", samples.path("drugs.sdf"), out, "--force")
    var status = stat()
    #expect(stat(out, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // Something else may stand there, which no file can take the place of.
    let directory = samples.home.file("folder.sdf")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    await #expect(throws: Unwritable(path: directory, code: EISDIR)) {
      _ = try await run("convert", samples.path("drugs.sdf"), directory, "--force")
    }
    // Nothing is left of what can't be written.
    #expect(try !samples.home.files().contains { $0.hasSuffix(".new") })
  }

  @Test(arguments: [["--force"], []])
  func convertReplacesNoPipe(options: [String]) async throws {
    let samples = try SampleDirectory()
    let pipe = samples.home.file("out.sdf")
    #expect(mkfifo(pipe, 0o600) == 0)
    let words = ["convert", samples.path("drugs.sdf"), pipe] + options
    #expect(try await failure(words) == .cannotCreate)
    #expect(throws: Unwritable(path: pipe, code: nil)) {
      try OutputFile(path: pipe).write([], replacing: !options.isEmpty)
    }
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(try !samples.home.files().contains { $0.hasSuffix(".new") })
  }

  @Test("molecules convert --force writes through a link") func aLinkThatConvertWritesToStaysOne()
    async throws
  {
    let samples = try SampleDirectory()
    let link = samples.home.file("link.sdf")
    // It leads to nothing yet.
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.sdf")
    #expect(try await failure(["convert", samples.path("drugs.sdf"), link]) == .cannotCreate)
    for _ in 1...2 {
      _ = try await run("convert", samples.path("drugs.sdf"), link, "--force")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.sdf")
      #expect(try ChemicalDocument(samples.home.bytes("real.sdf")).records.count == 5)
      try samples.home.write("real.sdf", "old")
    }
  }

  @Test("molecules list --csv has every field") func everyFieldIsThereForScripts() async throws {
    let samples = try SampleDirectory()
    let fields = (1...70).map { "> <F\($0)>\n\($0)\n\n" }.joined()
    let record = Samples.aspirin + "\n"
    try samples.write(
      "many.sdf",
      String(repeating: record + "$$$$\n", count: 1_100) + record + fields + "$$$$\n")
    let csv = try await run("list", samples.path("many.sdf"), "--csv").text
    #expect(csv.contains("F70"))
    #expect(csv.split(whereSeparator: \.isNewline).count == 1_102)
    #expect(csv.split(whereSeparator: \.isNewline).last?.hasSuffix(",69,70") == true)
  }

  @Test("molecules list with a missing record prints the others")
  func aRecordThatIsNotThereCostsNoOthers() async throws {
    let samples = try SampleDirectory()
    let output = try await run(
      "list", samples.path("drugs.sdf"), samples.path("drugs.sdf") + "#77")
    #expect(output.text.contains("caffeine"))
    #expect(
      output.note?.contains("There is no record 77 in \(samples.path("drugs.sdf")); it has 5.")
        == true)
    #expect(output.exitCode == .noInput)
  }

  @Test func convertReplacesNothingUnlessItIsForced() async throws {
    let samples = try SampleDirectory()
    let (path, out) = (samples.path("drugs.sdf"), samples.home.file("out.ds"))
    _ = try await run("convert", path, out)
    do {
      _ = try await run("convert", path, out)
      Issue.record("It was replaced.")
    } catch {
      #expect(ExitCode(error) == .cannotCreate)
    }
    _ = try await run("convert", path + "#1", out, "--force")
    #expect(try ChemicalDocument(samples.home.bytes("out.ds")).records.count == 1)
    await #expect(throws: UsageError.self) { try await run("convert", path, path) }
    await #expect(throws: UsageError.self) { try await run("convert", path, "out.xyz") }
  }

  /// Runs a command that is to fail, and returns its exit code.
  private func failure(_ words: [String]) async throws -> ExitCode? {
    do {
      let arguments = try Molecules.program.arguments(words)
      _ = try await #require(Molecules.commands.first { $0.name == arguments.command })
        .run(arguments)
      return nil
    } catch { return ExitCode(error) }
  }

  @Test(
    "molecules convert with nothing to write keeps the file",
    arguments: [
      ("esterification.rxn", "mol"), ("esterification.rxn", "el"), ("esterification.rxn", "sdf"),
      ("drugs.sdf#1", "rxn"),
    ])
  func convertWritesNothingWhereThereIsNothingToWrite(name: String, ending: String) async throws {
    let samples = try SampleDirectory()
    try samples.home.write("out.\(ending)", "mine")
    let out = samples.home.file("out.\(ending)")
    #expect(try await failure(["convert", samples.path(name), out, "--force"]) == .data)
    #expect(try samples.home.bytes("out.\(ending)") == Array("mine".utf8))
  }

  @Test("molecules convert replaces neither its input nor another file")
  func convertReplacesNeitherItsInputNorAFileThatIsNotNamed() async throws {
    let samples = try SampleDirectory()
    let link = samples.home.file("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: samples.directory.path)
    let one = samples.path("drugs.sdf") + "#1"
    #expect(try await failure(["convert", one, link + "/drugs.sdf", "--force"]) == .usage)
    #expect(try samples.directory.bytes("drugs.sdf") == Array(Samples.drugs.utf8))
    try samples.home.write("results", "mine")
    _ = try await run("convert", one, samples.home.file("results#2"), "--to", "mol", "--force")
    #expect(try samples.home.bytes("results") == Array("mine".utf8))
    #expect(try ChemicalDocument(samples.home.bytes("results#2")).format == .molfile)
  }

  @Test("molecules show has an exit code for each mistake")
  func whatIsMissingOrWrongHasItsExitCode() async throws {
    let samples = try SampleDirectory()
    for (name, code) in [
      ("nothing.sdf", ExitCode.noInput), ("notes.txt", .data), ("drugs.sdf#9", .noInput),
    ] {
      do {
        _ = try await run("show", samples.path(name))
        Issue.record("\(name) was shown.")
      } catch {
        #expect(ExitCode(error) == code)
        #expect((error as? any LocalizedError)?.recoverySuggestion?.isEmpty == false)
      }
    }
  }
}
