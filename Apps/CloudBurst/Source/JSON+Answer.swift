import Reprise

extension JSON {
  /// Reads an answer's body. The place is for the message.
  init(answer body: [UInt8], place: String) throws(SourceProblem) {
    if body.isEmpty { throw .empty(place) }
    do {
      try self.init(body)
    } catch let malformed as JSON.Malformed {
      throw .malformed(place, malformed)
    } catch {
      throw .unreadable(place, reason: "\(error)")
    }
  }
}
