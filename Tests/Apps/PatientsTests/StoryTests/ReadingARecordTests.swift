import Reprise
import RepriseTesting
import Testing

@testable import Patients

@MainActor @Suite(.cheapKeys) struct ReadingARecordTests {
  @Test func theBannerNeverScrollsAway() async throws {
    let session = try await patients()
    await session.open("grace")
    for key in ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as [Key] {
      await session.press(key, .end, .pageDown)
      try session.expect("Grace Akinyi Odhiambo")
      try session.expect("✕ 3 allergies, 1 severe: Penicillin (severe), Groundnuts")
      try session.expect("OpenMRS ID 1000F3")
    }
  }

  @Test("Patient banner has death date and cause") func aDeathStandsInTheBannerWithDateAndCause()
    async throws
  {
    let session = try await patients()
    await session.open("samuel")
    try session.expect("✕ died 2024-05-01 of Cerebral malaria · ✕ 1 allergy")
    try session.expect("male, 71 years")
    await session.press("3", .enter)
    try session.expect("✕ died 2024-05-01 of Cerebral malaria")
  }

  /// No list has it, but a session that was left there leads to it.
  @Test("Encounter that was deleted says so") func anEncounterThatWasDeletedSaysSo() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    let deleted = Route.encounter(
      id: ResourceID("e0000020-0000-4000-8000-00000003dde0"),
      of: ResourceID(Invented.bloodPressureInGroup))
    let session = try await TestSession(nurse.application(deleted))
    try session.expect("✕ this encounter was deleted from the record")
  }

  @Test(
    "Patient banner never cuts the number of allergies",
    arguments: [Size(rows: 10, columns: 40), Size(rows: 24, columns: 80)])
  func neverIsAnAllergyCutAwayUnsaid(size: Size) async throws {
    for name in ["grace", "samuel", "otieno", "1';", "小明"] {
      let session = try await patients(size: size)
      await session.open(name)
      #expect(session.frame.text.contains(/✕ (1 allergy|\d allergies)[:,]/))
    }
  }

  @Test(
    "Medication list shows the dosing before other columns",
    arguments: [Size(rows: 24, columns: 80), Size(rows: 50, columns: 160)])
  func theDosingOfAMedicineHasRoomBeforeAnythingElse(size: Size) async throws {
    let session = try await patients(size: size)
    await session.open("grace")
    await session.press("7")
    try session.expect("2 tablet, Oral, Every six hours, as n")
    if size.columns == 160 { try session.expect("With water, not more") }
  }

  @Test(
    "Patient banner has all identifiers or their number",
    arguments: [
      (40, "1000F3 +2"), (80, "OpenMRS ID 1000F3 +2"),
      (160, "OpenMRS ID 1000F3 · National ID FIX-22114-08 · HIV Program ID HIV-0007"),
    ])
  func allIdentifiersStandInTheBannerOrHowManyThereAreMore(columns: Int, words: String)
    async throws
  {
    let session = try await patients(size: Size(rows: columns == 40 ? 10 : 24, columns: columns))
    await session.open("grace")
    try session.expect(words)
    try session.expect("1992-03-14")
  }

  @Test(
    "Patient banner marks an estimated birth date at any size",
    arguments: [
      (Size(rows: 10, columns: 40), "M 66 y, b. 1960-01-01 est."),
      (Size(rows: 24, columns: 80), "male, 66 years · born 1960-01-01 (estimated)"),
    ])
  func anEstimatedBirthDateSaysSoAtAnySize(size: Size, words: String) async throws {
    let session = try await patients(size: size)
    await session.open("mwangi")
    try session.expect(words)
  }

  @Test("Patient banner shows the age of a baby in months") func aBabysAgeIsSaidInMonths()
    async throws
  {
    let session = try await patients()
    await session.open("halima")
    try session.expect("3 months · born 2026-08-03")
  }

  @Test(
    "Medication and allergy details are scrolled to their end",
    arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func anEntryOpensWithAllOfIt(size: Size) async throws {
    let session = try await patients(size: size)
    await session.open("grace")
    await session.press("7", .enter)
    try session.expect("✕ 3 allergies, 1 severe: Penicillin")
    try session.expect("2 tablet")
    await session.press(.end)
    try session.expect("Runs out      2026-11-25")
    await session.press(.home)
    for text in ["Every six hours", "fever or", "5 Days", "not more", "Dr. Rao Fixture"] {
      while !session.frame.text.contains(text) {
        let before = session.frame
        await session.press("j")
        try #require(session.frame != before, "\(text) can't be scrolled to")
      }
      try await session.killAndRelaunch()
      try session.expect(text)
    }
    await session.press(.escape, "5", .enter, .end)
    try session.expect("In 2011, at school.")
  }

  @Test("Allergy that was removed from the record says so")
  func anEntryThatIsThereNoMoreIsSaidToBe() async throws {
    let grace = ResourceID("a0000001-0000-4000-8000-000000001eef")
    let session = try await TestSession(
      Application(
        "patients", title: "Patients",
        root: Route.entry(.allergy, id: ResourceID("gone"), of: grace),
        screen: Viewer(unplugged: .unplugged(zone: .utc)).screen))
    try session.expect("Grace Akinyi Odhiambo")
    try session.expect("This allergy is no longer in the record.")
  }

  @Test("Allergies never asked about are not reported as none")
  func thatNobodyAskedAboutAllergiesIsNotThatThereAreNone() async throws {
    let session = try await patients()
    await session.open("brightwater")
    try session.expect("✕ died, cause unknown")
    try session.expect("? allergy status unknown")
    await session.press("5")
    try session.expect("Allergy status unknown: no answer is recorded.")
  }

  @Test("Allergies known to be none are reported as none")
  func thatThereAreNoneIsSaidWhereSomebodyAsked() async throws {
    let session = try await patients()
    await session.open("fernandez")
    try session.expect("no known allergies")
    await session.press("5")
    try session.expect("No known allergies: somebody asked, and there are none.")
  }

  @Test("Missing module affects its section only") func aMissingModuleCostsItsSectionAlone()
    async throws
  {
    let session = try await patients()
    await session.open("lindgren")
    await session.press(.end)
    try session.expect("404: this server has no programs; the module is missing.")
    await session.press("8")
    try session.expect(" failed")
    await session.press("6")
    try session.expect("No conditions are recorded.")
  }

  @Test("Encounter list of 312 is read to its end and resumes there")
  func aLongRecordIsReadToItsEndAndComesBackThere() async throws {
    let session = try await patients()
    await session.open("otieno")
    await session.press("3")
    try session.expect(" 1 of 312")
    for _ in 0..<24 { await session.press(.pageDown) }
    try session.expect(" 312 of 312")
    #expect(session.selectedText?.hasPrefix("2020-12-04") == true)
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
  }

  @Test("Encounter filter searches the whole record") func aFilterOfALongRecordLooksThroughAllOfIt()
    async throws
  {
    let session = try await patients()
    await session.open("otieno")
    await session.press("3", "/")
    await session.type("2020-12-04")
    try session.expect("1 of 312")
    try await session.killAndRelaunch()
    try session.expect("1 of 312")
  }

  @Test("Encounter shows units, marks, groups and names")
  func anEncounterHasUnitsMarksWordsGroupsAndNames() async throws {
    let session = try await patients()
    await session.open("grace")
    await session.press("3", .enter)
    for text in [
      "▼ Hemoglobin         9.1 g/dL", "critically low", "range 12–16", "Negative",
      "Clinical Officer Mbeki Fixture",
    ] { try session.expect(text) }
    await session.press(.end)
    try session.expect("Complete blood count")
    try session.expect("Platelets")
  }

  @Test("Control characters of a patient record never reach the screen")
  func hostileTextNeverReachesTheTerminalAsItIs() async throws {
    let session = try await patients()
    await session.open("1';")
    for key in ["1", "2", "3", "5", "6", "9"] as [Key] {
      await session.press(key)
      let unsafe = session.frame.text.unicodeScalars.filter { scalar in
        (scalar.properties.generalCategory == .control && scalar != "\n")
          || scalar.properties.isBidiControl
      }
      #expect(unsafe.isEmpty)
    }
  }
}
