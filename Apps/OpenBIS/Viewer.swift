import Documents
import Foundation
import Reprise

/// A file that one of its screens has fetched: the list of programs and the program itself both want
/// it.
@MainActor final class FetchedFile {
  var contents: (id: ResourceID, file: ImageFile)?
}

/// One run of the viewer: of one user at one server, or of the demo data.
@MainActor final class Viewer {
  /// The entities, with their ages.
  let reader: EntityReader
  /// The account, and the connections to its server; nil for the demo data.
  let server: ServerAccount?
  /// The folder that the person is in: images are saved there.
  let directory: String
  /// The program that draws images; nil where it isn't installed.
  let chafa: Chafa?
  /// Waits until the person has stopped typing, or has stayed at a row: only then is the server asked.
  let rest: @Sendable () async throws -> Void
  /// The state of bringing what is kept up to date.
  var syncing = Syncing()
  /// The titles of the entities that were opened or looked at, for the top line.
  private var titles: [ResourceID: String] = [:]
  /// The way to other programs.
  let opener: DocumentOpener
  /// The file of the screen that fetched one last; it goes with the screen.
  weak var fetchedFile: FetchedFile?

  /// Creates a run of the viewer.
  ///
  /// - Parameters:
  ///   - reader: Reads the entities.
  ///   - server: The account, and the connections to its server; nil for the demo data.
  ///   - folder: The folder that images are saved in.
  ///   - chafa: Draws images; nil where it isn't installed.
  ///   - opener: Opens files with other programs; nil to offer none.
  ///   - rest: Waits until the person has stopped typing, or has stayed at a row.
  init(
    _ reader: EntityReader, server: ServerAccount? = nil,
    directory: String = FileManager.default.currentDirectoryPath, chafa: Chafa? = nil,
    opener: DocumentOpener? = nil,
    rest: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(700))
    }
  ) {
    self.reader = reader
    self.server = server
    self.directory = directory
    self.chafa = chafa
    self.opener =
      opener
      ?? DocumentOpener(
        OpenWith(of: "openbis", environment: [:]), keepingChangesIn: directory, keepsChoices: false)
    self.rest = rest
  }

  /// Creates a run for a user at a server. The connections must have been made with `OpenBISSession.configuration`.
  convenience init(_ server: ServerAccount, zone: Zone = .local, time: WallClock = .system) {
    let reader = EntityReader(
      client: EntityClient(ServerSource(server.account, server.connections, vault: server.vault)),
      origin: Provenance(.live(server.connection.server.name), .unasked), zone: zone,
      asksServer: true,
      now: { Timestamp(seconds: time.now()) }, recoverable: Route.recoverable(at: server.connection)
    )
    let environment = server.connections.settings.environment
    self.init(
      reader, server: server, chafa: Chafa(environment: environment),
      opener: DocumentOpener(
        OpenWith(of: "openbis", environment: environment),
        keepingChangesIn: FileManager.default.currentDirectoryPath,
        keepsChoices: server.vault != nil))
  }

  var application: Application<Route> {
    var application = Application(
      "openbis", title: "openBIS", version: OpenBIS.version, root: .navigation,
      banner: server?.warning, screen: screen)
    application.awaitsPassword = { [server] (_: Route, loadReason) in
      server?.awaitsPassword(loadReason) == true
    }
    return application
  }

  private func screen(_ route: Route) -> any Screen {
    switch route {
    case .navigation: navigationScreen(self)
    case .family(let id): familyScreen(of: id, self)
    case .tree: treeScreen(self)
    case .entity(let id): entityScreen(id, self)
    case .answer(let id): answerScreen(id, self)
    case .image(let number, let id): imageScreen(number, of: id, self)
    case .openWith(let id): opener.programs { try await self.outgoing(id) }
    case .openImageWith(let number, let id):
      opener.programs { try await self.outgoing(number, of: id) }
    case .search: searchScreen(self)
    case .logOut: logOutScreen ?? navigationScreen(self)
    case .unreadableAnswer:
      (reader.client.source as? ServerSource).map { source in
        UnreadableResponse.screen(
          source.session.connection, from: reader.origin,
          exports: TextExport(directory: directory, fileName: "answer", ending: "json"))
      } ?? navigationScreen(self)
    case .password(let isRefused):
      server?.passwordScreen(isRefused: isRefused) ?? navigationScreen(self)
    case .certificate(let unknown):
      server?.certificateScreen(for: unknown) ?? navigationScreen(self)
    }
  }

  /// The question before logging out; nil for the demo data.
  private var logOutScreen: (any Screen)? {
    server.map { server in
      FormController.logOut(
        of: server, deleting: "the entities that were synced or opened, their images"
      ) { try await self.reader.client.source.logOut() }
    }
  }

  /// Returns the title of an entity; its id as long as nothing is known of it.
  func title(of id: ResourceID) -> String {
    if let known = titles[id] { return known }
    // The row that led here was another process's. The top line asks at every paint, and what is kept may lie in many files.
    let title = reader.client.source.title(of: id) ?? id.text
    titles[id] = title
    return title
  }

  /// Notes an entity's title.
  func note(_ entity: Entity) { titles[entity.id] = entity.title }
}

extension Route {
  /// Returns the screen that an entity opens: the entities below it, or its details if there are none.
  static func opening(_ entity: Entity) -> Route {
    entity.hasChildren ? .family(of: entity.id) : .entity(id: entity.id)
  }
}
