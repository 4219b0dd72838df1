public import Networking
public import Values

/// The manner in which a kind of server words its lists and refusals, as far as kept answers need it.
public protocol ServerAdapter: Sendable {
  /// Returns the addresses under which an answer to a question may be cached, the one that is wanted most first.
  func addresses(of question: DataRequest) -> [ResourceURI]
  /// Returns the entries of a list.
  func entries(of list: JSON) -> [JSON]
  /// Returns a list; `total` is the number of all entries, of which these may be a part, or nil if nobody has counted.
  func list(of entries: [JSON], total: Int?) -> JSON
  /// Throws if an answer says that it is about something else than the question: a proxy may have mixed them up.
  func check(_ answer: ServerResponse, to question: DataRequest) throws
  /// The error of a question that nobody is asked, and no answer to which is kept.
  var notKept: any Error { get }
  /// Returns the note that a complete copy gets in the place of an answer; nil if an answer may yet be had.
  func lack(_ error: any Error) -> UnavailableReason?
  /// Returns the error of a question that a complete copy has a note for.
  func problem(_ lack: UnavailableReason) -> any Error
}

/// Defaults for a server whose lists are arrays, and for an application that makes no complete copies.
extension ServerAdapter {
  public func entries(of list: JSON) -> [JSON] { list.array ?? [] }

  public func list(of entries: [JSON], total: Int?) -> JSON { .array(entries) }

  public func lack(_ error: any Error) -> UnavailableReason? { nil }

  public func problem(_ lack: UnavailableReason) -> any Error { notKept }
}
