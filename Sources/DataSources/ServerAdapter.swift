public import Core
public import Networking

/// The rules of one kind of server that caches and offline copies need: how responses are
/// addressed, how lists are formatted, and which errors to report. Implement it for an
/// application's server.
public protocol ServerAdapter: Sendable {
  /// Returns the URIs under which the response to a request may be cached. The cache is searched in
  /// this order.
  func addresses(of request: DataRequest) -> [ResourceURI]
  /// Returns the entries of a list in the server's format.
  func entries(of list: JSON) -> [JSON]
  /// Returns a list in the server's format that contains the given entries. `total` is the number
  /// of all entries on the server; `nil` if it isn't known.
  func list(of entries: [JSON], total: Int?) -> JSON
  /// Throws an error if a response from the cache or an offline copy isn't about the resource that
  /// was requested. A proxy may have mixed responses up.
  func check(_ response: ServerResponse, to request: DataRequest) throws
  /// The error to throw if only the cache is read and it has no response to the request.
  var notCached: any Error { get }
  /// Returns the reason that an offline copy records instead of a response when a request fails.
  /// `nil` if nothing is recorded, because the request may succeed later.
  func unavailableReason(for error: any Error) -> UnavailableReason?
  /// Returns the error to throw if an offline copy contains a reason instead of a response.
  func error(for reason: UnavailableReason) -> any Error
}

/// Default implementations for a server whose lists are JSON arrays, and for applications without
/// offline copies.
extension ServerAdapter {
  public func entries(of list: JSON) -> [JSON] { list.array ?? [] }

  public func list(of entries: [JSON], total: Int?) -> JSON { .array(entries) }

  public func unavailableReason(for error: any Error) -> UnavailableReason? { nil }

  public func error(for reason: UnavailableReason) -> any Error { notCached }
}

/// The reason why an offline copy contains no response to a request: when the copy was made, the
/// server supplied none.
public enum UnavailableReason: Hashable, Sendable {
  /// The resource didn't exist on the server. The value is the server's explanation.
  case notFound(String)
  /// The user wasn't permitted to see the resource. The value is the missing privilege: "Get
  /// Allergies".
  case missingPrivilege(String)
  /// The server failed to handle the request. The values are the HTTP status, or 0 if there was
  /// none, and the server's explanation.
  case refused(Int, String)
}
