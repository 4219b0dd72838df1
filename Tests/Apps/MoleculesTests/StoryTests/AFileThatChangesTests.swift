import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct AFileThatChangesTests {
  @Test("molecules finds a record that moved in a changed file")
  func aRecordThatMovedIsFoundWhereItIsNow() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.down, .down, .enter)
    try session.expect("3 of 5")
    let records = Samples.drugs.components(separatedBy: "$$$$\n")
    try samples.write(
      "drugs.sdf", records.dropFirst().joined(separator: "$$$$\n"), at: 1_763_900_000)
    try await session.killAndRelaunch()
    try session.expect("caffeine")
    try session.expect("2 of 4")
    try session.expect("was record 3")
    await session.press(.escape)
    try session.expect("drugs.sdf has changed since it was opened here.")
  }

  @Test("molecules finds a record by name if its fields changed")
  func aRecordWhoseFieldsChangedIsFoundByItsName() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.enter)
    try samples.write(
      "drugs.sdf", Samples.drugs.replacing("\n1.19\n", with: "\n1.2\n"), at: 1_763_900_000)
    try await session.killAndRelaunch()
    try session.expect("aspirin")
    try session.expect("changed since it was opened")
  }

  @Test("molecules reports a changed structure")
  func aStructureWhoseBondsChangedIsNotTakenForTheSame() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.enter)
    try samples.write(
      "drugs.sdf", Samples.drugs.replacing("  2  3  1  0\n", with: "  2  3  2  0\n"),
      at: 1_763_900_000)
    try await session.killAndRelaunch()
    try session.expect("drugs.sdf has changed since it was opened here.")
  }

  @Test("molecules reports a record that is gone and keeps the list")
  func aRecordThatIsGoneIsSaidToBeGoneAndTheListIsThere() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.enter)
    let records = Samples.drugs.components(separatedBy: "$$$$\n")
    try samples.write(
      "drugs.sdf", records.dropFirst().joined(separator: "$$$$\n"), at: 1_763_900_000)
    try await session.killAndRelaunch()
    try session.expect("aspirin is no longer in drugs.sdf.")
    await session.press(.escape)
    try session.expect("4 records")
  }

  @Test("molecules finds a record opened by number by its content")
  func aRecordThatWasNamedByItsNumberIsFoundByItsContentToo() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#3")
    try session.expect("caffeine")
    // Whoever has done nothing gets what the command line names once more.
    await session.press("2")
    let records = Samples.drugs.components(separatedBy: "$$$$\n")
    try samples.write(
      "drugs.sdf", records.dropFirst().joined(separator: "$$$$\n"), at: 1_763_900_000)
    try await session.killAndRelaunch()
    try session.expect("caffeine")
    try session.expect("was record 3")
  }

  @Test("molecules reports that the only record was overwritten")
  func theOnlyRecordOfAFileThatWasOverwrittenSaysSo() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("aspirin.mol")
    try session.expect("aspirin")
    try session.expectNo("has changed")
    try samples.write("aspirin.mol", Samples.cubane, at: 1_763_900_000)
    try await session.killAndRelaunch()
    try session.expect("aspirin.mol has changed since it was opened here.")
  }

  @Test("molecules reports a missing file and keeps the filter")
  func aFileThatIsGoneIsSaidToBeGone() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press("/")
    await session.type("caff")
    await session.press(.enter)
    try FileManager.default.removeItem(atPath: samples.path("drugs.sdf"))
    try await session.killAndRelaunch()
    #expect(session.words.contains("can't be read: \(String(cString: strerror(ENOENT)))."))
    try session.expect("/caff")
    try samples.write("drugs.sdf", Samples.drugs)
    await session.press("r")
    try session.expect("caffeine")
  }

  // A start of its own looks at the file anew, which a relaunch of the same viewer doesn't.

  @Test("molecules restarted with a changed file keeps its position")
  func aNewStartWithAFileThatHasChangedGoesOnWhereThePersonWas() async throws {
    let samples = try SampleDirectory()
    let store = InMemorySnapshotStore()
    let left = try await samples.session("drugs.sdf", store: store)
    await left.press("/")
    await left.type("caff")
    await left.press(.enter, .enter)
    try left.expect("3 of 5")
    let records = Samples.drugs.components(separatedBy: "$$$$\n")
    try samples.write(
      "drugs.sdf", records.dropFirst().joined(separator: "$$$$\n"), at: 1_763_900_000)
    let session = try await samples.session("drugs.sdf", store: store)
    try session.expect("caffeine")
    try session.expect("2 of 4")
    try session.expect("was record 3")
    await session.press(.escape)
    try session.expect("drugs.sdf has changed since it was opened here.")
    try session.expect("/caff")
  }

  @Test(
    "molecules restarted with a missing file keeps its position",
    arguments: ["drugs.sdf", "aspirin.mol"])
  func aNewStartWithAFileThatIsGoneGoesOnWhereThePersonWas(name: String) async throws {
    let samples = try SampleDirectory()
    let store = InMemorySnapshotStore()
    let left = try await samples.session(name, store: store)
    // From a list the record is opened, and from either its source.
    if name == "drugs.sdf" { await left.press(.enter) }
    await left.press("y")
    try left.expect("V2000")
    try FileManager.default.removeItem(atPath: samples.path(name))
    let session = try await samples.session(name, store: store)
    #expect(session.words.contains("can't be read: \(String(cString: strerror(ENOENT)))."))
    try samples.write(name, name == "drugs.sdf" ? Samples.drugs : Samples.aspirin)
    await session.press("r")
    try session.expect("V2000")
  }

  @Test("molecules restarted with a missing directory keeps its filter")
  func aNewStartWithAFolderThatIsGoneGoesOnWhereThePersonWas() async throws {
    let samples = try SampleDirectory()
    let store = InMemorySnapshotStore()
    let directory = samples.home.file("drawings")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    try samples.home.write("drawings/aspirin.mol", Samples.aspirin)
    try samples.home.write("drawings/cubane.mol", Samples.cubane)
    let left = try await samples.session(directory, store: store)
    await left.press("/", "c", "u", "b", .enter)
    try left.expect("1 of 2")
    try FileManager.default.moveItem(atPath: directory, toPath: directory + "-moved")
    let session = try await samples.session(directory, store: store)
    try session.expect("There is no folder")
    try session.expect("/cub")
    try FileManager.default.moveItem(atPath: directory + "-moved", toPath: directory)
    await session.press("r")
    try session.expect("cubane.mol")
  }

  @Test("molecules restarted with a missing nameless molfile resumes")
  func aNewStartWithANamelessMolfileThatIsGoneGoesOnWhereThePersonWas() async throws {
    let samples = try SampleDirectory()
    try samples.write("structure", Samples.aspirin)
    let store = InMemorySnapshotStore()
    let left = try await samples.session("structure", store: store)
    await left.press("y")
    try left.expect("V2000")
    try FileManager.default.removeItem(atPath: samples.path("structure"))
    let session = try await samples.session("structure", store: store)
    try session.expect("Source")
    #expect(session.words.contains("can't be read: \(String(cString: strerror(ENOENT)))."))
    try samples.write("structure", Samples.aspirin)
    await session.press("r")
    try session.expect("V2000")
  }

  @Test("molecules restarted with an SDfile that became one molecule resumes")
  func aNewStartWithAnSDfileThatIsOneMoleculeNowGoesOnInItsList() async throws {
    let samples = try SampleDirectory()
    let store = InMemorySnapshotStore()
    let left = try await samples.session("drugs.sdf", store: store)
    await left.press(.down, .enter)
    try left.expect("L-alanine")
    try samples.write("drugs.sdf", Samples.methanol, at: 1_763_900_000)
    let session = try await samples.session("drugs.sdf", store: store)
    try session.expect("L-alanine is no longer in drugs.sdf.")
    await session.press(.escape)
    try session.expect("1 record")
  }

  @Test("molecules names the selected record that is no longer listed")
  func aRecordThatIsNoLongerListedIsCalledByItsName() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.down, .down)
    var records = Samples.drugs.components(separatedBy: "$$$$\n")
    records.remove(at: 2)
    records.insert(Samples.cubane, at: 0)
    try samples.write(
      "drugs.sdf", records.joined(separator: "$$$$\n"), at: 1_763_900_000)
    try await session.killAndRelaunch()
    try session.expect("“caffeine” is no longer listed")
  }

  @Test("molecules list that became paged keeps the selected record")
  func aListThatGrewIntoPagesSelectsTheSameRecord() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.down, .down)
    let record = Samples.drugs.components(separatedBy: "$$$$\n")[0] + "$$$$\n"
    let count = RecordRow.wholeListLimit / record.utf8.count + 1
    try samples.write(
      "drugs.sdf",
      Samples.cubane + "$$$$\n" + Samples.drugs + String(repeating: record, count: count),
      at: 1_763_900_000)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.contains("caffeine") == true)
  }

  @Test("molecules reports a file of another type") func aFileOfAnotherKindIsSaidToBeOne()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session("notes.txt")
    try session.expect("✕")
  }
}
