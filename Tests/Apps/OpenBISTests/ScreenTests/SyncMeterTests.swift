import Testing

@testable import OpenBIS

@MainActor @Suite struct SyncMeterTests {
  private func progress(
    _ title: String, _ done: Int, _ received: Int, of expected: Int? = nil
  ) -> SyncProgress {
    SyncProgress(done: done, total: 2, title: title, received: received, expected: expected)
  }

  @Test("Sync meter has only the position at first") func atFirstThereIsOnlyThePlace() {
    #expect(SyncMeter().text(progress("Probes", 0, 0), after: 0) == "Probes, 1 of 2")
  }

  @Test("Sync meter has size, rate and remaining time") func sizeRateAndRestAreOfTheCategory() {
    let meter = SyncMeter()
    _ = meter.text(progress("Targets", 0, 0), after: 0)
    _ = meter.text(progress("Probes", 1, 0), after: 0)
    // The service thinks for eleven seconds.
    _ = meter.text(progress("Probes", 1, 1 << 20, of: 12 << 20), after: 11)
    #expect(
      meter.text(progress("Probes", 1, 4 << 20, of: 12 << 20), after: 14)
        == "Probes, 2 of 2 · 4.0 of 12.0 MiB · 1.0 MiB/s · 8 s left")
  }

  @Test("Sync meter without a known size has no remaining time")
  func withoutAKnownEndNothingIsSaidOfIt() {
    let meter = SyncMeter()
    _ = meter.text(progress("Probes", 0, 256 << 10), after: 1)
    #expect(
      meter.text(progress("Probes", 0, 512 << 10), after: 2)
        == "Probes, 1 of 2 · 512 KiB · 256.0 KiB/s")
  }

  @Test("Sync meter has no rate in the first second") func theFirstMomentPromisesNothing() {
    let meter = SyncMeter()
    #expect(
      meter.text(progress("Probes", 0, 1 << 20, of: 2 << 20), after: 0.1)
        == "Probes, 1 of 2 · 1.0 of 2.0 MiB")
  }
}
