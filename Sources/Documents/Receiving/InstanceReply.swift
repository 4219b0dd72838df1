import Core

/// A running instance's reply to an open request.
public enum InstanceReply: Hashable, Sendable {
  /// The documents were opened. The value is a sentence about where, which the sender shows.
  case taken(String)
  /// The request was rejected. The value is the reason as the end of a sentence: "it is locked".
  case refused(String)

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(bytes) else { return nil }
    if let words = json.text("taken") {
      self = .taken(words)
    } else if let words = json.text("refused") {
      self = .refused(words)
    } else {
      return nil
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .taken(let words): JSON.object([.init("taken", .string(words))]).bytes
    case .refused(let words): JSON.object([.init("refused", .string(words))]).bytes
    }
  }
}
