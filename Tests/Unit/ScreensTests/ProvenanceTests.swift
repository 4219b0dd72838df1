import Screens
import Testing

@Suite struct ProvenanceTests {
  @Test("A provenance at another timestamp and status has the same source")
  func anotherMomentAndStandingAreOfTheSameSource() {
    let first = Provenance(.live("host"), timestamp: 5, isPaused: true, isRecording: true)
    let second = first.at(7, .offline)
    #expect(
      second == Provenance(.live("host"), .offline, timestamp: 7, isPaused: true, isRecording: true)
    )
    #expect(first.isCurrent && !second.isCurrent)
    #expect(second.at(nil, .current).timestamp == nil)
  }

  @Test("Only a provenance of status current is current", arguments: Provenance.DataStatus.allCases)
  func onlyTheLastAnswerIsCurrent(dataStatus: Provenance.DataStatus) {
    #expect(Provenance(.demoData, dataStatus).isCurrent == (dataStatus == .current))
  }

  @Test("Every provenance source has a name") func everySourceHasAName() {
    #expect(Provenance.Source.live("host").name == "host")
    #expect(Provenance.Source.unplugged("ward", day: "2026-11-21").name == "ward")
    #expect(Provenance.Source.demoData.name == "demo data")
    let plain = Provenance(.live("host"))
    #expect(plain.timestamp == nil && !plain.isPaused && !plain.isRecording && plain.isCurrent)
  }
}
