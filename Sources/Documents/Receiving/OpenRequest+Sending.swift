import Core
import Foundation

extension OpenRequest {
  /// Sends the request to the instance that listens at an address. Returns a sentence about where
  /// the documents were opened; `nil` if no instance listens.
  ///
  ///     if let place = try delivery.send(to: address, application: "molecules") { print(place) }
  ///
  /// The instance must belong to the same user. Throws `DocumentError.notTaken` if it rejects the
  /// request or doesn't reply within `patience`.
  public func send(
    to address: InstanceAddress, application: String, patience: Duration = .seconds(5)
  ) throws(DocumentError) -> String? {
    try send(to: address, application: application, user: geteuid(), patience: patience)
  }

  package func send(
    to address: InstanceAddress, application: String, user: UInt32, patience: Duration
  ) throws(DocumentError) -> String? {
    guard let socket = InstanceSocket() else {
      throw .system("opened", path: address.path, code: errno)
    }
    defer { socket.close() }
    switch socket.connect(to: address.path) {
    case 0: break
    case ENOENT, ENOTDIR, ECONNREFUSED: return nil
    case EAGAIN: throw .notTaken(application: application, reason: "it doesn't answer")
    case let code: throw .system("opened", path: address.path, code: code)
    }
    guard socket.peer == user else {
      throw .notTaken(application: application, reason: "it is another user's")
    }
    let deadline = ContinuousClock.now + patience
    guard socket.send(json.bytes, until: deadline) else {
      throw .notTaken(application: application, reason: "it doesn't read what is sent to it")
    }
    guard let bytes = socket.receive(until: deadline), !bytes.isEmpty else {
      throw .notTaken(application: application, reason: "it doesn't answer")
    }
    switch InstanceReply(bytes) {
    case .taken(let words): return words
    case .refused(let words): throw .notTaken(application: application, reason: words)
    case nil: throw .notTaken(application: application, reason: "its answer can't be read")
    }
  }
}
