public import Core
public import Networking

/// Adapts caching to one kind of server: how it formats lists, and how it reports errors.
public protocol ServerAdapter: Sendable {
  /// Returns the URIs under which the response to a request may be cached, in the order of
  /// preference.
  func addresses(of request: DataRequest) -> [ResourceURI]
  /// Returns the entries of a list.
  func entries(of list: JSON) -> [JSON]
  /// Returns a list with the given entries. `total` is the number of all entries on the server;
  /// `nil` if it isn't known.
  func list(of entries: [JSON], total: Int?) -> JSON
  /// Throws if a response is about something other than the request: a proxy may have mixed them
  /// up.
  func check(_ response: ServerResponse, to request: DataRequest) throws
  /// The error of a request that isn't cached and isn't sent.
  var notCached: any Error { get }
  /// Returns what an offline copy records instead of a response; `nil` if the request may succeed
  /// later.
  func unavailableReason(for error: any Error) -> UnavailableReason?
  /// Returns the error for a response that is missing in an offline copy.
  func error(for reason: UnavailableReason) -> any Error
}

/// Defaults for a server whose lists are arrays, and for applications without offline copies.
extension ServerAdapter {
  public func entries(of list: JSON) -> [JSON] { list.array ?? [] }

  public func list(of entries: [JSON], total: Int?) -> JSON { .array(entries) }

  public func unavailableReason(for error: any Error) -> UnavailableReason? { nil }

  public func error(for reason: UnavailableReason) -> any Error { notCached }
}

/// Why an offline copy has no response to a request: the server supplied none when the copy was
/// made.
public enum UnavailableReason: Hashable, Sendable {
  /// The thing doesn't exist; the value is the server's text.
  case notFound(String)
  /// The user lacks a right: "Get Allergies".
  case missingPrivilege(String)
  /// The server failed on the request. The values are its status, or 0, and its text.
  case refused(Int, String)
}
