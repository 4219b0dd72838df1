import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

@MainActor @Suite struct FindingASystemTests {
  @Test("CloudBurst filter shows matches and resumes while typed")
  func aFilterShowsWhatMatchesAndComesBackWhileItIsTyped() async throws {
    let session = try await cloudBurst()
    await session.press("/")
    await session.type("was")
    try session.expect("CloudBurst › Virtual systems › /was")
    try session.expect("5 of 14")

    try await session.killAndRelaunch()
    try session.expect("5 of 14")
    await session.press(.backspace)
    try session.expect("Virtual systems › /wa")
  }

  @Test("CloudBurst Esc leaves the filter and keeps the selection")
  func escapeShowsAllAgainAndKeepsTheSelection() async throws {
    let session = try await cloudBurst()
    await session.press("j", "/")
    await session.type("collaudo")
    try session.expect("1 of 14")
    await session.press(.escape)
    try session.expect("14 systems")
    #expect(session.selectedText?.contains("capodanno") == true)
  }

  @Test("CloudBurst filter ignores case and accents") func accentsAndTheirEncodingDoNotMatter()
    async throws
  {
    let session = try await cloudBurst()
    await session.press("/")
    await session.type("CAFE")
    try session.expect("1 of 14")
    try session.expect("東京クラスター")
  }

  @Test("CloudBurst filter: pasted text presses no keys") func pastingIntoTheFilterPressesNoKeys()
    async throws
  {
    let session = try await cloudBurst()
    await session.press("/")
    await session.send(.paste("qqq\ns"))
    try session.expect("› /qqq s")
    try session.expect("No system matches “qqq s”. Esc clears the filter.")
  }

  @Test("CloudBurst sort picker and order resume") func theOrderIsChosenInAPickerThatComesBackToo()
    async throws
  {
    let session = try await cloudBurst()
    await session.press("s")
    try session.expect("CloudBurst › Virtual systems › Sort")
    await session.press("j")
    try await session.killAndRelaunch()
    #expect(session.selectedText == "STATUS")
    await session.press("k", .enter)
    try session.expect("NAME ▼")
    try await session.killAndRelaunch()
    try session.expect("NAME ▼")
  }

  @Test("CloudBurst systems of equal names are distinguished")
  func twoSystemsOfOneNameAreToldApart() async throws {
    let session = try await cloudBurst()
    await session.press("/")
    await session.type("single server")
    await session.press(.enter, "j", .enter)
    try session.expect("id 72")
    try await session.killAndRelaunch()
    try session.expect("id 72")
    await session.press(.escape, "k", .enter)
    try session.expect("id 51")
  }
}
