import Foundation
import Reprise

/// One run of the viewer: of one user at one server, or of the demo data.
@MainActor final class Viewer {
  /// The entities, with their ages.
  let reader: EntityReader
  /// The account, and the connections to its server; nil for the demo data.
  let live: (account: Account, connections: Connections)?
  /// The folder that the person is in: images are saved there.
  let folder: String
  /// Waits until the person has stopped typing, or has stayed at a row: only then is the server asked.
  let rest: @Sendable () async throws -> Void
  /// The titles of the entities that were opened, for the top line.
  private var titles: [ResourceID: String] = [:]
  /// The kinds of search; empty until the instance has said which there are.
  var searchDomains: [SearchDomain] = []

  /// Creates a run of the viewer.
  ///
  /// - Parameters:
  ///   - reader: Reads the entities.
  ///   - live: The account, and the connections to its server; nil for the demo data.
  ///   - folder: The folder that images are saved in.
  ///   - rest: Waits until the person has stopped typing, or has stayed at a row.
  init(
    _ reader: EntityReader, live: (account: Account, connections: Connections)? = nil,
    folder: String = FileManager.default.currentDirectoryPath,
    rest: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(700))
    }
  ) {
    self.reader = reader
    self.live = live
    self.folder = folder
    self.rest = rest
  }

  var application: Application<Route> {
    Application(
      "openbis", title: "openBIS", version: OpenBIS.version, root: .navigation,
      banner: live?.connections.settings.warning, screen: screen)
  }

  private func screen(_ route: Route) -> any Screen {
    switch route {
    case .navigation: navigationScreen(self)
    case .family(let id): familyScreen(of: id, self)
    case .entity(let id): entityScreen(id, self)
    case .answer(let id): answerScreen(id, self)
    case .image(let number, let id): imageScreen(number, of: id, self)
    case .search: searchScreen(self)
    }
  }

  /// Returns the title of an entity that was opened; nil as long as nothing is known of it.
  func title(of id: ResourceID) -> String? { titles[id] }

  /// Notes an entity's title.
  func note(_ entity: Entity) { titles[entity.id] = entity.title }
}

extension Route {
  /// Returns the screen that an entity opens: the entities below it, or its details if there are none.
  static func opening(_ entity: Entity) -> Route {
    entity.hasChildren ? .family(of: entity.id) : .entity(id: entity.id)
  }
}
