import Reprise
import Testing

@testable import OpenBIS

/// The strict server is asked what the running ones were asked, and answers what they answered: the
/// same status, keys and types, and failures that read the same.
@Suite struct StrictServerAgainstRecordingsTests {
  @Test(
    "openBIS simulator responds as recorded servers did",
    arguments: [
      "envelope", "session", "service", "ipad", "ipad-odd", "pat", "datastore", "v3", "v3-refused",
      "v3-search",
    ])
  func itAnswersAsTheRunningOneDid(directory: String) throws {
    guard RecordedExchange.isThere else {
      print("Skipped: there are no recordings at \(RecordedExchange.root).")
      return
    }
    var (equal, left) = (0, 0)
    var rest: [String: String] = [:]
    for exchange in RecordedExchange.all(in: directory) {
      guard RecordedRest.isModelled(exchange) else {
        left += 1
        continue
      }
      let server = RecordedRest.server(for: exchange)
      let reply = server.reply(to: exchange.request)
      if let difference = Self.difference(reply, exchange) {
        rest[exchange.name] = difference
      } else {
        equal += 1
      }
    }
    for (name, sentence) in rest.sorted(by: { $0.key < $1.key })
    where RecordedRest.reasons[name] == nil {
      Issue.record("\(name): \(sentence)")
    }
    for name in RecordedRest.reasons.keys.sorted()
    where name.hasPrefix(directory + "/") && rest[name] == nil {
      Issue.record("\(name) is equal now: take it out of RecordedRest")
    }
    print("\(directory): \(equal) equal, \(rest.count) named, \(left) not modelled")
    #expect(equal > 0)
  }

  /// The first difference between an answer and the recorded one; nil if there is none that counts.
  private static func difference(
    _ reply: StrictServer.Reply, _ exchange: RecordedExchange
  ) -> String? {
    if reply.status != exchange.status { return "status \(reply.status), not \(exchange.status)" }
    guard let recorded = exchange.answer else {
      // A page: its sentence counts, where the client reads it.
      guard exchange.name.hasPrefix("datastore/"), let body = exchange.body,
        body.contains("<html><body>")
      else { return nil }
      let (found, wanted) = (
        DataStoreFile.problem(reply.body), DataStoreFile.problem(Array(body.utf8))
      )
      return found == wanted ? nil : "\(found), not \(wanted)"
    }
    guard let own = try? JSON(reply.body) else { return "no JSON" }
    if let error = recorded["error"], let other = own["error"] {
      let (wanted, found) = (OpenBISError(error), OpenBISError(other))
      if wanted != found { return "\(found), not \(wanted)" }
    }
    return difference(own, recorded, "")
  }

  /// Keys and types; of lists the first elements alone. A value that is null where the other has
  /// one says nothing of its type.
  private static func difference(_ own: JSON, _ recorded: JSON, _ place: String) -> String? {
    switch (own, recorded) {
    case (.null, _), (_, .null): return nil
    case (.object(let left), .object(let right)):
      // Their keys are data, or belong to the recorded version alone.
      if ["properties", "Relationships"].contains(where: { place.hasSuffix($0) }) { return nil }
      let (found, wanted) = (Set(left.map(\.key)), Set(right.map(\.key)))
      if found != wanted {
        return
          "\(place): lacks \(wanted.subtracting(found).sorted()), has \(found.subtracting(wanted).sorted())"
      }
      for member in left {
        if let difference = difference(
          member.value, recorded[member.key] ?? .null, place + "." + member.key)
        {
          return difference
        }
      }
      return nil
    case (.array(let left), .array(let right)):
      guard let first = left.first, let other = right.first else { return nil }
      return difference(first, other, place + "[0]")
    default:
      return own.kind == recorded.kind ? nil : "\(place) is \(own.kind), not \(recorded.kind)"
    }
  }
}
