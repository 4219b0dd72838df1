import Controllers
import Core
import Networking
import RepriseTesting
import Screens
import TestSupport

@testable import Accounts
@testable import DataSources

/// The screens of an application that saves samples.
enum RecordsRoute: AppRoute {
  case start
  case saving(ResourceID?)
  case removal(ResourceID)
}

extension OfflineRecords<Sample> {
  /// An application at the moment 1000, whose person wished for copies at `since`.
  @MainActor func application(
    _ root: RecordsRoute, opening: [RecordsRoute] = [], since: Int = 500,
    copying: @escaping RecordDownload<NoClient, Sample> = { _, id, _, met, say in
      await met(Sample(id.text))
      await say(1, 2)
      return RecordCopy(id.text, at: 1_000, ["assay": .answered(.string("new"), timestamp: 1_000)])
    }
  ) -> Application<RecordsRoute> {
    let reader = DataReader(
      client: NoClient(), origin: Provenance(.live("lab"), .notRequested), zone: .utc,
      usesServer: true,
      now: { Timestamp(milliseconds: 1_000_000) })
    return Application("samples", title: "Samples", version: "1", root: root, deepLink: opening) {
      route in
      switch route {
      case .start: TextController(title: "Start", source: { $0.show("Nothing is under way.") })
      case .saving(let id):
        self.savingScreen(
          of: id, since: since, from: reader, copying: copying,
          open: { $1.push(RecordsRoute.removal($0)) })
      case .removal(let id): self.removalScreen(of: id)
      }
    }
  }
}
