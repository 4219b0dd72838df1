import Reprise

/// A service that a plugin of the instance's data store provides.
struct AggregationService: Hashable, Sendable {
  /// The code of the data store, for example "DSS1".
  let storeCode: String
  /// The key, for example "ipad-read-service-v1".
  let key: String
  /// The data store's address, if the server sends it.
  let store: ServerAddress?

  /// The key of the iPad service, which determines the entities to show.
  static let reading = "ipad-read-service-v1"

  /// Returns the call of the service through query v1.
  func report(_ parameters: JSON, _ token: Secret) -> RemoteCall {
    RemoteCall(
      .query, "createReportFromAggregationService", .secret(token), .json(.string(storeCode)),
      .json(.string(key)), .json(parameters))
  }

  /// Returns the call of the service through V3, which accepts personal access tokens.
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
  /// Returns the instance's iPad service; `nil` if it has none. If several data stores have one,
  /// the first by code is used, because servers list them in no fixed order.
  nonisolated(nonsending) func readingService() async throws -> AggregationService? {
    let services = try await call(
      { token in
        token.isPersonal
          ? RemoteCall(
            .application, "searchAggregationServices", .secret(token),
            .json(V3.object("as.dto.service.search.AggregationServiceSearchCriteria")),
            .json(V3.object("as.dto.service.fetchoptions.AggregationServiceFetchOptions")))
          : RemoteCall(.query, "listAggregationServices", .secret(token))
      },
      read: { body in
        let result = try OpenBISSession.result(body)
        // Any other response doesn't mean that there are no services.
        guard let list = result.array ?? result["objects"]?.array else {
          throw OpenBISError.unexpected(result.kind, expected: "a list of services")
        }
        return list.compactMap { AggregationService($0) }
      })
    return services.filter { $0.key == AggregationService.reading }
      .min { $0.storeCode < $1.storeCode }
  }

  /// Returns the data stores' addresses for clients.
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
  /// Reads a service from a list of query v1 or V3; returns `nil` for anything else.
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
