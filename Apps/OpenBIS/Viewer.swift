import Accounts
import Documents
import FoundationEssentials
import Glibc
import Reprise

@MainActor final class Viewer {
  let reader: EntityReader
  /// `nil` for the demo data.
  let server: ServerAccount?
  let directory: String
  let chafa: Chafa?
  /// Waits until the user stops typing or moving through a list.
  let debounce: @Sendable () async throws -> Void
  var syncing = SyncState()
  private var titles: [ResourceID: String] = [:]
  let opener: DocumentOpener
  /// The file that was downloaded last: saved or opened again, it isn't requested again.
  var fetchedFile: (id: ResourceID, file: ImageFile)?

  /// Without an `opener`, no programs are offered.
  init(
    _ reader: EntityReader, server: ServerAccount? = nil,
    directory: String = FileManager.default.currentDirectoryPath, chafa: Chafa? = nil,
    opener: DocumentOpener? = nil,
    debounce: @escaping @Sendable () async throws -> Void = {
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
        OpenWith(of: "openbis", environment: [:]), savingChangesIn: directory, savesChoices: false)
    self.debounce = debounce
  }

  /// The connections must use `OpenBISSession.configuration`.
  convenience init(_ server: ServerAccount, zone: Zone = .local, time: WallClock = .system) {
    let reader = EntityReader(
      client: EntityClient(ServerSource(server.account, server.connections, vault: server.vault)),
      origin: Provenance(.live(server.connection.server.name), .notRequested), zone: zone,
      usesServer: true,
      now: { Timestamp(seconds: time.now()) }, recoverable: Route.recoverable(at: server.connection)
    )
    let environment = server.connections.settings.environment
    self.init(
      reader, server: server, chafa: Chafa(environment: environment),
      opener: DocumentOpener(
        OpenWith(of: "openbis", environment: environment),
        savingChangesIn: FileManager.default.currentDirectoryPath,
        savesChoices: server.vault != nil))
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
    case .answer(let id): rawJSONScreen(id, self)
    case .image(let number, let id): imageScreen(number, of: id, self)
    case .openWith(let id): opener.programs { try await self.outgoing(id) }
    case .openImageWith(let number, let id):
      opener.programs { try await self.outgoing(number, of: id) }
    case .search: searchScreen(self)
    case .logOut: logOutScreen ?? navigationScreen(self)
    case .unreadableAnswer:
      UnreadableResponse.screen(
        reader.client.source.session.connection, from: reader.origin,
        exports: TextExport(directory: directory, fileName: "answer", ending: "json"))
    case .password(let isRefused):
      server?.passwordScreen(isRefused: isRefused) ?? navigationScreen(self)
    case .certificate(let unknown):
      server?.certificateScreen(for: unknown) ?? navigationScreen(self)
    }
  }

  private var logOutScreen: (any Screen)? {
    server.map { server in
      FormController.logOut(
        of: server, deleting: "the entities that were synced or opened, their images"
      ) { try await self.reader.client.source.logOut() }
    }
  }

  func title(of id: ResourceID) -> String {
    if let known = titles[id] { return known }
    // An earlier process may have opened the entity. The title is cached, because the top line
    // needs it at every paint and the store may have to search many files.
    let title = reader.client.source.title(of: id) ?? id.text
    titles[id] = title
    return title
  }

  func note(_ entity: Entity) { titles[entity.id] = entity.title }
}

extension Route {
  static func opening(_ entity: Entity) -> Route {
    entity.hasChildren ? .family(of: entity.id) : .entity(id: entity.id)
  }
}
