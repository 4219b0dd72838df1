import Core
import Testing

@Suite struct SkippedEntryTests {
  @Test(
    "Summary of skipped entries is one line with the reasons",
    arguments: [
      ([], 15, nil), ([2], 15, "1 of 15 entries unreadable, skipped: entry 3 has no id."),
      ([0], 1, "1 of 1 entry unreadable, skipped: entry 1 has no id."),
      ([0, 4], 5, "2 of 5 entries unreadable, skipped: entry 1 has no id, entry 5 has no id."),
      (
        [0, 4, 5, 6], 9,
        "4 of 9 entries unreadable, skipped: entry 1 has no id, entry 5 has no id, and 2 more."
      ),
    ] as [([Int], Int, String?)])
  func oneLineSaysWhatWasLeftOutAndWhy(places: [Int], count: Int, line: String?) {
    let skipped = places.map { SkippedEntry(index: $0, reason: .noID) }
    #expect(SkippedEntry.summary(of: skipped, in: count) == line)
  }
}
