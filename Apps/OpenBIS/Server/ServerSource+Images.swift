import Reprise
import Synchronization

/// Images and files, and the data stores that have them.
extension ServerSource {
  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<ImageFile> {
    switch image {
    case .content(let bytes, let format):
      return Dated(ImageFile(bytes: bytes, format: format, of: id), at: now)
    case .address(let address):
      if let kept = store.image(address) {
        if asking == .kept || kept.timestamp >= state.withLock(\.refreshedAt) { return kept }
      } else if asking == .kept {
        throw SourceLack.notKept
      }
      let file = try await download(address)
      let timestamp = now
      let notKept = await keeping { try $0.keep(file, from: address, at: timestamp) }
      return Dated(file, at: timestamp, despite: notKept)
    }
  }

  nonisolated(nonsending) func file(
    _ id: ResourceID, progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> ImageFile {
    let known = store.entity(id)?.entity ?? store.detail(of: id)?.entity
    guard let listed = known.flatMap({ DataSetFile($0) }) else { throw SourceLack.noEntity(id) }
    let file = try await download(listed.address, progress: progress)
    try listed.verify(file.bytes)
    return file
  }

  private nonisolated(nonsending) func download(
    _ address: String, progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> ImageFile {
    let file = DataStoreFile(address)
    guard let file, let server = file.server else {
      throw OpenBISError.noFile("“\(address)” is no address")
    }
    if try await isDataStore(server) {
      let connection = await connect(server, true)
      return try await session.tokens.withToken { token in
        try await file.download(over: connection, token, progress: progress)
      }
    }
    // The token is only for data stores. No other server receives it or the user's name.
    return try await file.download(over: connect(server, false), nil, progress: progress)
  }

  /// Returns whether a server is one of the instance's data stores. Those that the service doesn't
  /// name are requested when a file needs them.
  private nonisolated(nonsending) func isDataStore(_ server: ServerAddress) async throws -> Bool {
    var stores = state.withLock(\.stores)
    if case .unasked = stores { stores = .named(try await self.server().dataStores()) }
    if case .named(let named) = stores, !stores.contains(server) {
      do {
        stores = .all(named + (try await session.dataStores()))
      } catch OpenBISError.unknownMethod, OpenBISError.noServer {
        // A server older than V3 has only the data stores that the service names.
        stores = .all(named)
      } catch let error where !error.cancelsRemainingRequests && !Task.isCancelled {
        // An image on another server doesn't depend on this request.
      }
    }
    state.withLock { [stores] in $0.stores = stores }
    return stores.contains(server)
  }
}
