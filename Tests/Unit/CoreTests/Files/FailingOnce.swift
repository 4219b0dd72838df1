import Core
import Foundation
import RepriseTesting
import Synchronization

/// Files whose first call of a kind fails with a code. The next one is carried out.
final class FailingOnce: ForwardingFiles {
  struct Codes {
    var opening: Int32?
    var reading: Int32?
    var writing: Int32?
    var synchronizing: Int32?
    var locking: Int32?
    var renaming: Int32?
    var removing: Int32?
  }

  private let codes: Mutex<Codes>

  init(
    opening: Int32? = nil, reading: Int32? = nil, writing: Int32? = nil,
    synchronizing: Int32? = nil,
    locking: Int32? = nil, renaming: Int32? = nil, removing: Int32? = nil
  ) {
    codes = Mutex(
      Codes(
        opening: opening, reading: reading, writing: writing, synchronizing: synchronizing,
        locking: locking,
        renaming: renaming, removing: removing))
  }

  func verdict(on call: FileCall) -> FileCall.Verdict {
    let kind: WritableKeyPath<Codes, Int32?>
    switch call {
    case .open: kind = \.opening
    case .read: kind = \.reading
    case .write: kind = \.writing
    case .synchronize: kind = \.synchronizing
    case .lock: kind = \.locking
    case .rename: kind = \.renaming
    case .remove: kind = \.removing
    case .status, .truncate, .setMode: return .carryOut
    }
    guard let code = codes.withLock({ $0[keyPath: kind].take() }) else { return .carryOut }
    return .fail(code)
  }
}
