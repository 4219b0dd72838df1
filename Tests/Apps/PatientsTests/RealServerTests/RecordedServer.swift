import Accounts
import Foundation
import Reprise

@testable import OpenMRSSimulator
@testable import Patients

/// A pair that was asked: its exchanges, and a strict server with the same people in it.
struct RecordedServer {
  let profile: ServerProfile
  /// Those of the pair; where an answer didn't differ from that of 3.2.0 it wasn't kept, and that
  /// one is here.
  let exchanges: [RecordedExchange]
  let server: OpenMRSServer

  private static let complete = "core-2.8.4_rest-3.2.0"

  init(_ profile: ServerProfile) {
    self.profile = profile
    let files = (try? FileManager.default.contentsOfDirectory(atPath: RecordedExchange.root)) ?? []
    let directories = files.filter { $0.hasPrefix(profile.directory) && !$0.hasSuffix(".json") }
    let complete = RecordedExchange.all(in: Self.complete)
    let own = directories.flatMap { RecordedExchange.all(in: $0) }
    let model = Self.models[profile].map { RecordedExchange.all(in: $0) } ?? []
    var kept = Dictionary(uniqueKeysWithValues: complete.map { ($0.name, $0) })
    if profile.directory != Self.complete {
      // What differed neither from 3.2.0 nor, for an exchanged module, from the core's own pair wasn't kept.
      let statuses = Self.statuses(of: directories)
      for exchange in model where statuses[exchange.name] == exchange.status {
        kept[exchange.name] = exchange
      }
      kept = kept.filter { statuses[$0.key] == $0.value.status }
      for exchange in own { kept[exchange.name] = exchange }
    }
    exchanges = kept.values.sorted { $0.name < $1.name }

    var data = RecordStore()
    // In the order in which they were entered.
    for first in ["129-", "116a", "703b", "701b"] {
      data.absorb(complete.filter { $0.name.hasPrefix(first) })
    }
    if profile.directory == Self.complete { data.fillCrowd(to: 950) }
    data.absorb(
      complete.filter { profile.directory == Self.complete || !$0.name.hasPrefix("124") })
    data.absorbParts((model + own).filter { $0.name.hasPrefix("3") })
    // Merging took allergies along, and ranges are told otherwise: that is data.
    data.absorb(
      own.filter { exchange in
        ["305a", "315b", "585b", "928-"].contains(String(exchange.name.prefix(4)))
      })
    data.fillCrowd(to: profile.directory == Self.complete ? 1_050 : profile == .newest ? 60 : 120)
    data.fillEncounters()
    data.index()
    var server = OpenMRSServer(data: data, as: profile)
    server.root = "/openmrs"
    if let date = (own.first ?? complete.first)?.headers.value("Date"),
      let timestamp = Self.timestamp(date)
    {
      server.now = timestamp
    }
    self.server = server
  }

  /// The pairs that those with an exchanged module were compared with, beside 3.2.0 (README).
  private static let models: [ServerProfile: String] = [
    .init(core: "2.7.4", rest: "2.47.0"): "core-2.7.4_rest-2.49.0",
    .init(core: "2.5.9", rest: "2.38.0"): "core-2.5.9_rest-2.39.0",
  ]

  /// The status of all that a pair was asked, also where the answer wasn't kept.
  private static func statuses(of directories: [String]) -> [String: Int] {
    var statuses: [String: Int] = [:]
    for directory in directories {
      let path = RecordedExchange.root + "/" + directory + ".index.json"
      guard let data = FileManager.default.contents(atPath: path), let json = try? JSON(Array(data))
      else { continue }
      for entry in json.array ?? [] {
        guard let fields = entry.array, let name = fields.first?.string else { continue }
        statuses[name] = fields[1].int
      }
    }
    return statuses
  }

  private static func timestamp(_ date: String) -> Timestamp? {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format.date(from: date).map {
      Timestamp(milliseconds: Int($0.timeIntervalSince1970 * 1000))
    }
  }

  /// The users that were made at each server, all with one password.
  static let users: [ServerUser] = {
    let missing = [
      "noallergies": "Get Allergies", "noconcepts": "Get Concepts",
      "noconditions": "Get Conditions", "noencounters": "Get Encounters",
      "noobs": "Get Observations", "noorders": "Get Orders", "nopatients": "Get Patients",
      "nopeople": "Get People", "noprograms": "Get Patient Programs", "novisits": "Get Visits",
    ]
    return missing.map { ServerUser(name: $0.key, password: "p", missing: [$0.value]) }
      + ["clinician", "reader", "lockme", "admin"].map { ServerUser(name: $0, password: "p") }
      + [
        ServerUser(name: "nothing", password: "p", missing: nil),
        ServerUser(name: "colon", password: "with:colon"),
      ]
  }()
}
