import Restoration
import Testing

@testable import Screens

/// The sentence in the status line as a value; `NoticesTests` sees it on screens.
@MainActor @Suite struct NoticeValueTests {
  private let screen = CounterScreen(title: "one")
  private let other = CounterScreen(title: "two")

  private func texts(_ notices: Notices) -> [String] { notices.log.messages.map(\.text) }

  @Test("A later load of a notice's screen withdraws the notice")
  func aLaterLoadOfTheScreenThatSaidItWithdrawsIt() {
    var notices = Notices()
    notices.say("a", at: 1, by: ObjectIdentifier(screen), load: 3)
    for load in 0...3 { notices.withdraw(ObjectIdentifier(screen), before: load) }
    notices.withdraw(ObjectIdentifier(other), before: 9)
    #expect(notices.current == "a")
    notices.withdraw(ObjectIdentifier(screen), before: 4)
    #expect(notices.current == nil)
    #expect(texts(notices) == ["a"])
  }

  @Test("No screen's load withdraws the application's notice")
  func noScreenWithdrawsWhatTheApplicationSaid() {
    var notices = Notices()
    notices.say("a", at: 1)
    notices.withdraw(ObjectIdentifier(screen), before: 9)
    #expect(notices.current == "a")
    notices.clear()
    #expect(notices.current == nil)
  }

  @Test("Several notices are one in the status line and several in the log")
  func severalSentencesAreOneInTheLineAndSeveralInTheLog() {
    var notices = Notices()
    notices.say(["a.", "b."], at: 7)
    #expect(notices.current == "a. b.")
    #expect(texts(notices) == ["b.", "a."])
    #expect(notices.log.messages.map(\.timestamp) == [7, 7])
    notices.say([], at: 8)
    #expect(notices.current == "a. b.")
    #expect(texts(notices) == ["b.", "a."])
  }

  @Test("Notices may be shown only or logged only")
  func whatIsShownIsNotLoggedAndWhatIsKeptIsNotShown() {
    var notices = Notices()
    notices.show("shown", by: ObjectIdentifier(screen), load: 1)
    notices.record("kept", at: 5)
    #expect(notices.current == "shown")
    #expect(texts(notices) == ["kept"])
    notices.withdraw(ObjectIdentifier(screen), before: 2)
    #expect(notices.current == nil)
    var resumed = Notices()
    resumed.resume(notices.log)
    #expect(texts(resumed) == ["kept"])
    #expect(resumed.current == nil)
  }
}
