import Core
import Terminals
import Testing

@testable import Screens

/// What the top line says of the data, word by word.
@Suite struct BadgeTests {
  private let live = Provenance(.live("host"), timestamp: 43_200)

  private func badge(
    _ provenance: Provenance, at now: Int = 43_200, interval: Int? = 30, isLoading: Bool = false
  ) -> Badge {
    Badge(provenance, now: now, interval: interval, isLoading: isLoading, zone: .utc)
  }

  @Test(
    "The badge has a word for every data status",
    arguments: [
      (.notRequested, "host"), (.current, "LIVE host"), (.awaited, "UPDATING 12:00 · host"),
      (.offline, "OFFLINE 12:00 · host"), (.error, "ERROR 12:00 · host"),
      (.badResponse, "BAD ANSWER 12:00 · host"), (.deleted, "DELETED 12:00 · host"),
      (.noAccess, "NO ACCESS 12:00 · host"), (.noPassword, "NO PASSWORD 12:00 · host"),
      (.notTrusted, "NOT TRUSTED 12:00 · host"),
    ] as [(Provenance.DataStatus, String)])
  func everyStandingHasAWordOfItsOwn(dataStatus: Provenance.DataStatus, words: String) {
    let badge = badge(live.at(43_200, dataStatus))
    #expect(badge.forms[0] == words)
    let word = words.prefix { $0.isUppercase || $0 == " " }.split(separator: " ")
    #expect(badge.forms.last == word.joined(separator: " "))
  }

  @Test("The badge stands out unless the data are current")
  func whatIsNotCurrentStandsOutAndWhatIsDoesNot() {
    for dataStatus in Provenance.DataStatus.allCases {
      let style = badge(live.at(43_200, dataStatus)).style
      switch dataStatus {
      case .notRequested, .current: #expect(style == .secondary)
      case .awaited: #expect(style == .busy)
      default: #expect(style == .alert)
      }
    }
    #expect(badge(Provenance(.demoData)).style == .secondary)
  }

  @Test("The badge is LIVE until the data expire") func liveIsEarnedByTimeAndLostByItself() {
    #expect(badge(live, at: 43_239).forms[0] == "LIVE host")
    #expect(badge(live, at: 43_239).expiry == 43_240)
    let old = badge(live, at: 43_240)
    #expect(old.forms == ["AS OF 12:00 · host", "AS OF 12:00", "AS OF"])
    #expect(old.style == .alert)
    #expect(old.expiry == nil)
    #expect(badge(live, at: 43_240, isLoading: true).forms[0] == "UPDATING 12:00 · host")
    // Of a screen that nobody has promised to look at again, it is no alarm.
    #expect(badge(live, at: 43_240, interval: nil).style == .text)
  }

  @Test(
    "The badge is LIVE until the next response is overdue",
    arguments: [
      (-7, 3), (0, 3), (1, 3), (2, 4), (3, 6), (9, 18), (10, 20), (11, 21), (30, 40), (nil, 40),
      (3600, 3610),
    ])
  func itIsLiveForAsLongAsTheNextAnswerIsntDue(interval: Int?, seconds: Int) {
    #expect(badge(live, interval: interval).expiry == 43_200 + seconds)
  }

  @Test("The badge stays LIVE when the clock is set back") func aClockThatWasSetBackLeavesItLive() {
    #expect(badge(live, at: 0).forms[0] == "LIVE host")
  }

  @Test("The badge accepts extreme timestamps", arguments: [Int.min, .max])
  func noMomentThatASourceTellsIsTooFarAway(timestamp: Int) {
    let badge = badge(live.at(timestamp, .current), interval: .max)
    #expect(badge.expiry == (timestamp < 0 ? nil : 2 << 40 + 10))
    #expect(badge.forms.last == (timestamp < 0 ? "AS OF" : "LIVE"))
  }

  @Test("The badge of a paused screen shows PAUSED")
  func whatIsOnlyRefreshedByHandIsPausedFromTheBeginning() {
    var paused = live
    paused.isPaused = true
    #expect(badge(paused, interval: nil).forms[0] == "PAUSED 12:00 · host")
    #expect(badge(paused, interval: nil).style == .warning)
    #expect(badge(paused, interval: nil).expiry == nil)
    // That it can't be reached says more.
    #expect(badge(paused.at(43_200, .offline)).forms[0] == "OFFLINE 12:00 · host")
  }

  @Test("The badge shows REC while recording, if that fits")
  func aRecordingThatIsMadeIsSeenAsLongAsThereIsRoom() {
    var recorded = live
    recorded.isRecording = true
    #expect(badge(recorded).forms == ["REC LIVE host", "REC LIVE", "LIVE"])
    #expect(
      badge(recorded.at(43_200, .offline)).forms
        == ["REC OFFLINE 12:00 · host", "REC OFFLINE 12:00", "REC OFFLINE", "OFFLINE"])
  }

  @Test("The badge of another day's data has a date") func anotherDaysAnswerHasADate() {
    #expect(badge(live.at(-86_400, .offline)).forms[0] == "OFFLINE 1969-12-31 00:00 · host")
  }

  @Test("The badge of data without a timestamp shows no age") func whatHasNoAgeTellsNone() {
    #expect(badge(live.at(nil, .offline)).forms == ["OFFLINE · host", "OFFLINE"])
    // It is live for good.
    #expect(badge(live.at(nil, .current), at: .max).forms == ["LIVE host", "LIVE"])
    #expect(badge(live.at(nil, .current)).expiry == nil)
  }

  @Test("The badge of an unrequested source is only its name")
  func aServerThatNeedNotBeAskedIsNamedWhereThereIsRoom() {
    var unasked = live.at(nil, .notRequested)
    #expect(badge(unasked).forms == ["host", ""])
    unasked.isRecording = true
    #expect(badge(unasked).forms == ["REC host", "host", ""])
    #expect(badge(Provenance(.demoData)).forms == ["UNPLUGGED demo data", "UNPLUGGED"])
    #expect(badge(Provenance(.demoData)).expiry == nil)
  }

  /// The titles need 24 cells beside the name, and 14 beside the age; or what they have.
  @Test(
    "The badge has the longest form that leaves space for the titles",
    arguments: [
      (44, 99, 0), (43, 99, 1), (27, 99, 1), (26, 99, 2), (0, 99, 2), (25, 5, 0), (24, 5, 1),
      (18, 5, 1), (17, 5, 2), (44, 24, 0), (43, 24, 1), (43, 23, 0),
    ])
  func theLongestFormIsShownThatLeavesTheTitlesTheirRoom(columns: Int, titles: Int, form: Int) {
    let badge = badge(live.at(43_200, .offline))
    #expect(badge.forms == ["OFFLINE 12:00 · host", "OFFLINE 12:00", "OFFLINE"])
    #expect(badge.text(columns: columns, titles: titles) == badge.forms[form])
  }

  @Test("The badge of a replayed recording has the recording's day")
  func aRecordingThatIsPlayedSaysOfWhichDayItIs() {
    #expect(
      badge(Provenance(.unplugged("ward", day: "2026-11-21"))).forms
        == ["UNPLUGGED ward · 2026-11-21", "UNPLUGGED ward", "UNPLUGGED"])
  }
}
