import Accounts
import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

extension RecordCopy {
  /// The copy as it is read from what it writes.
  var readAgain: RecordCopy? {
    get throws {
      let text = SealedText()
      try write(to: text)
      return RecordCopy(text)
    }
  }
}

/// What is kept of patients, file by file.
@Suite(.cheapKeys) struct SavedPatientsTests {
  private let home: TemporaryDirectory
  private let directory: VaultDirectory
  private let grace = ResourceID("a0000001-0000-4000-8000-000000001eef")

  init() throws {
    home = try TemporaryDirectory()
    directory = try VaultDirectory(
      of: Account(server: "https://clinic.example.org", user: "nurse"), in: home.path)
  }

  private func copy(at timestamp: Int) async throws -> SavedCopy {
    try await client().complete(grace, at: timestamp) { _, _ in }
  }

  @Test("Saved patient is read as it was saved") func whatIsSavedIsReadAsItWas() async throws {
    let vault = try await directory.make(Secret("geheim"))
    let copy = try await copy(at: 7)
    try await SavedPatients(vault).save(copy)
    let read = try #require(await SavedPatients(vault).copy(of: grace))
    #expect(read.responses == copy.responses)
    #expect(read.entry.timestamp == 7)
    #expect(read.responses.keys.contains { $0.hasPrefix("encounter/") })
    #expect(try await SavedPatients(vault).list().entries.map(\.id) == [grace])
  }

  @Test("Saved patient reveals nothing in files and names")
  func nothingOfThePatientIsInAFileNorInAName() async throws {
    let vault = try await directory.make(Secret("geheim"))
    try await SavedPatients(vault).save(try await copy(at: 7))
    try await RecentPatients(vault).note(try await client().patient(grace), at: 7)
    let files = try home.files()
    #expect(files.filter { $0.contains("/saved/") }.count == 1)
    for word in ["Grace", "Odhiambo", grace.text] {
      for file in files {
        #expect(!file.contains(word))
        var isDirectory: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: home.file(file), isDirectory: &isDirectory)
        if isDirectory.boolValue { continue }
        #expect(try Data(home.bytes(file)).range(of: Data(word.utf8)) == nil)
      }
    }
  }

  /// The process ended before the patient's file was in its place: what it had written lies beside
  /// it.
  @Test("Saved patient that is half written leaves the old copy")
  func aFileThatIsHalfWrittenIsNoPatientAndTheOldCopyStays() async throws {
    let vault = try await directory.make(Secret("geheim"))
    try await SavedPatients(vault).save(try await copy(at: 7))
    let file = "\(directory.path)/saved/\(vault.name(of: "patient \(grace.text)"))"
    let half = try Data(contentsOf: URL(filePath: file)).prefix(500)
    try half.write(to: URL(filePath: file + ".new"))
    let (patients, unreadable) = try await SavedPatients(vault).list()
    #expect(patients.map(\.timestamp) == [7])
    #expect(unreadable == 0)
    #expect(await SavedPatients(vault).copy(of: grace)?.entry.timestamp == 7)
  }

  @Test("Saved patient that cannot be written leaves the old copy")
  func aCopyThatCanNotBeWrittenLeavesTheOldOne() async throws {
    let vault = try await directory.make(Secret("geheim"))
    try await SavedPatients(vault).save(try await copy(at: 7))
    let newer = try await copy(at: 8)
    vault.lock()
    await #expect(throws: (any Error).self) { try await SavedPatients(vault).save(newer) }
    let later = SavedPatients(try await directory.open(Secret("geheim")))
    #expect(try await later.list().entries.map(\.timestamp) == [7])
    #expect(await later.copy(of: grace)?.entry.timestamp == 7)
  }

  /// At whichever of all the answers a line goes down, there is no copy: the old one stays.
  @Test("Saving with a line lost at any request gives no copy")
  func aLineThatGoesDownAtAnyQuestionGivesNoCopy() async throws {
    let whole = ScriptedTransport.demo()
    let all = try await client(whole).complete(grace, at: 0) { _, _ in }
    for place in whole.resources.indices {
      let server = ScriptedTransport.demo { _, number in
        number >= place ? .problem(HTTPError.cutShort("")) : nil
      }
      let copy = try? await client(server).complete(grace, at: 0) { _, _ in }
      // Two who need the server's release at once may both ask for it: then one question more is asked than usual.
      let isDown = server.resources.count > place
      #expect(copy == (isDown ? nil : all), "\(place) answers")
    }
  }

  /// Whichever of all the answers breaks off once, the copy is whole, or there is none.
  @Test("Saving with one response cut is complete or gives no copy")
  func aServerThatBreaksOffOnceCostsNoPart() async throws {
    let whole = ScriptedTransport.demo()
    let all = try await client(whole).complete(grace, at: 0) { _, _ in }
    for place in whole.resources.indices {
      let server = ScriptedTransport.demo { _, number in
        number == place ? .problem(HTTPError.cutShort("")) : nil
      }
      let copy = try? await client(server).complete(grace, at: 0) { _, _ in }
      #expect(copy == nil || copy == all, "\(place) answers")
    }
  }

  /// What the server fails at costs that part alone, and the copy says which; without the patient
  /// there is none.
  @Test("Saving with one failing request omits that part and says so")
  func aServerThatFailsAtAnyQuestionCostsThatPart() async throws {
    let whole = ScriptedTransport.demo()
    let all = try await client(whole).complete(grace, at: 0) { _, _ in }
    // Two are asked at a time, so their order is another each time.
    for question in Set(whole.resources) {
      let server = ScriptedTransport.demo { request, _ in
        request.resource == question ? .no(500) : nil
      }
      let copy = try? await client(server).complete(grace, at: 0) { _, _ in }
      if question.contains("/patient/"), !question.contains("/allergy") {
        #expect(copy == nil, "\(question)")
      } else if question.isOfManyEncounters {
        // They are asked for one by one.
        #expect(copy == all, "\(question)")
      } else if question.contains("/module/") {
        #expect(copy?.entry.missing == "", "\(question)")
      } else {
        #expect(copy?.entry.missing.contains("(500)") == true, "\(question)")
      }
    }
  }

  @Test("Saving records a module that the server lacks")
  func aModuleThatTheServerLacksIsKeptAsJustThat() async throws {
    // Of this patient the simulator has no programs.
    let page = try await client().patients(matching: "lindg", start: 0, limit: 1)
    let id = try #require(page.elements.first?.id)
    let copy = try await client().complete(id, at: 7) { _, _ in }
    let programs = try #require(copy.responses.first { $0.key.hasPrefix("programenrollment") })
    guard case .unavailable(.notFound) = programs.value else {
      Issue.record("\(programs.value)")
      return
    }
  }

  @Test(
    "Saved patient is found in any case and without accents",
    arguments: ["grace", "ODHIAMBO gr", "äkinyi", "odhi"])
  func theSavedAreFoundWhateverCaseAndAccents(text: String) async throws {
    #expect(SavedPatient(try await client().patient(grace), timestamp: 0).matches(text))
  }

  @Test("Saved patient that is removed is gone") func whoIsRemovedIsGone() async throws {
    let vault = try await directory.make(Secret("geheim"))
    let saved = SavedPatients(vault)
    try await saved.save(try await copy(at: 7))
    try await saved.remove(grace)
    #expect(try await saved.list().entries.isEmpty)
    #expect(await saved.copy(of: grace) == nil)
    #expect(try await SavedPatients(vault).list().entries.isEmpty)
  }

  /// Two windows of one account.
  @Test("Recent patients noted in two windows at once are all saved")
  func nobodyIsLostWhereTwoWindowsNoteThemAtOnce() async throws {
    let vault = try await directory.make(Secret("geheim"))
    let windows = [RecentPatients(vault), RecentPatients(vault)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (window, recent) in windows.enumerated() {
        group.addTask {
          for number in 0..<10 {
            let id = "p\(window)-\(number)"
            let patient = try Patient(.object([JSON.Member("uuid", .string(id))]))
            try await recent.note(patient, at: number)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Set(windows[0].list().map(\.id)).count == 20)
  }

  @Test("Recent patients are the last twenty, newest first")
  func theLastTwentyAreRememberedTheNewestFirst() async throws {
    let recent = RecentPatients(try await directory.make(Secret("geheim")))
    for number in 0..<25 {
      let patient = try Patient(.object([JSON.Member("uuid", .string("p\(number % 22)"))]))
      try await recent.note(patient, at: number)
    }
    let list = try await recent.list()
    #expect(list.map(\.timestamp) == Array((5..<25).reversed()))
    #expect(Set(list.map(\.id)).count == 20)
  }
}
