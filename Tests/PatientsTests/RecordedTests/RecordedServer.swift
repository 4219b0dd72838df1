import Foundation
import Reprise

@testable import Patients

/// A pair that was asked: its exchanges, and a strict server with the same people in it.
struct RecordedServer {
  let profile: ServerProfile
  /// Those of the pair; where an answer didn't differ from that of 3.2.0 it wasn't kept, and that one is here.
  let exchanges: [RecordedExchange]
  let server: OpenMRSServer

  private static let complete = "core-2.8.4_rest-3.2.0"

  init(_ profile: ServerProfile) {
    self.profile = profile
    let files = (try? FileManager.default.contentsOfDirectory(atPath: RecordedExchange.root)) ?? []
    let folders = files.filter { $0.hasPrefix(profile.folder) && !$0.hasSuffix(".json") }
    let complete = RecordedExchange.all(in: Self.complete)
    let own = folders.flatMap { RecordedExchange.all(in: $0) }
    let names = Set(own.map(\.name))
    exchanges = (own + complete.filter { !names.contains($0.name) }).sorted { $0.name < $1.name }

    var data = RecordStore()
    data.absorb(complete)
    if profile.folder != Self.complete { data.absorb(own) }
    data.fillCrowd(to: profile.folder == Self.complete ? 1_050 : profile == .newest ? 60 : 120)
    data.fillEncounters()
    data.index()
    var server = OpenMRSServer(data: data, as: profile)
    if let date = (own.first ?? complete.first)?.headers.value("Date"),
      let moment = Self.moment(date)
    {
      server.now = moment
    }
    self.server = server
  }

  private static func moment(_ date: String) -> Timestamp? {
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
