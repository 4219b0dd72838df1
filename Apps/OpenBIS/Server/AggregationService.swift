import Reprise

/// A service of the instance's own, which a plugin of its data store has.
struct AggregationService: Hashable, Sendable {
  /// The code of the data store, for example "DSS1".
  let storeCode: String
  /// The key, for example "ipad-read-service-v1".
  let key: String
  /// The data store's address, if the server tells it.
  let store: ServerAddress?

  /// The key of the service that decides what is shown.
  static let reading = "ipad-read-service-v1"

  /// Returns the call of the service by query v1.
  func report(_ parameters: JSON, _ token: Secret) -> RemoteCall {
    RemoteCall(
      .query, "createReportFromAggregationService", .secret(token), .json(.string(storeCode)),
      .json(.string(key)), .json(parameters))
  }

  /// Returns the call of the service by V3, which takes personal access tokens.
  func execution(_ parameters: JSON, _ token: Secret) -> RemoteCall {
    let service = V3.object(
      "as.dto.service.id.DssServicePermId",
      [
        "permId": .string(key),
        "dataStoreId": V3.object(
          "as.dto.datastore.id.DataStorePermId", ["permId": .string(storeCode)]),
      ])
    let options = V3.object(
      "as.dto.service.execute.AggregationServiceExecutionOptions", ["parameters": parameters])
    return RemoteCall(
      .application, "executeAggregationService", .secret(token), .json(service), .json(options))
  }
}

extension OpenBISSession {
  /// Returns the instance's own service; nil if it has none. Several data stores may have one: the first by its code counts, since servers
  /// list them in any order.
  nonisolated(nonsending) func readingService() async throws -> AggregationService? {
    let services = try await call({ token in
      token.isPersonal
        ? RemoteCall(
          .application, "searchAggregationServices", .secret(token),
          .json(V3.object("as.dto.service.search.AggregationServiceSearchCriteria")),
          .json(V3.object("as.dto.service.fetchoptions.AggregationServiceFetchOptions")))
        : RemoteCall(.query, "listAggregationServices", .secret(token))
    }) { body in
      let result = try OpenBISSession.result(body)
      // Anything else doesn't say that there is none.
      guard let list = result.array ?? result["objects"]?.array else {
        throw OpenBISError.unexpected(result.kind, expected: "a list of services")
      }
      return list.compactMap { AggregationService($0) }
    }
    return services.filter { $0.key == AggregationService.reading }
      .min { $0.storeCode < $1.storeCode }
  }

  /// Returns the addresses of the data stores, as clients are to use them.
  nonisolated(nonsending) func dataStores() async throws -> [ServerAddress] {
    let result = try await result { token in
      RemoteCall(
        .application, "searchDataStores", .secret(token),
        .json(V3.object("as.dto.datastore.search.DataStoreSearchCriteria")),
        .json(V3.object("as.dto.datastore.fetchoptions.DataStoreFetchOptions")))
    }
    return V3Objects(result).list.compactMap { store in
      store["downloadUrl"]?.string.flatMap { ServerAddress($0, allowsHTTP: true) }
    }
  }
}

extension AggregationService {
  /// Reads a service of query v1's list, or of V3's; nil for anything else.
  init?(_ json: JSON) {
    if let key = json["serviceKey"]?.string, let store = json["dataStoreCode"]?.string {
      let address = json["dataStoreBaseUrl"]?.string
      self.init(
        storeCode: store, key: key,
        store: address.flatMap { ServerAddress($0, allowsHTTP: true) })
    } else if let key = json["permId"]?["permId"]?.string,
      let store = json["permId"]?["dataStoreId"]?["permId"]?.string
    {
      self.init(storeCode: store, key: key, store: nil)
    } else {
      return nil
    }
  }
}
