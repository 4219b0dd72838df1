import Accounts
import Reprise

@testable import OpenMRSSimulator
@testable import Patients

extension OpenMRSServer {
  /// The strict server with the built-in people.
  static func strict(_ profile: ServerProfile = .o3Release6) -> OpenMRSServer {
    OpenMRSServer(data: .builtIn, as: profile)
  }

  /// The answer to "patient?q=grace", as a clinician gets it.
  func get(
    _ question: String, for user: ServerUser? = .clinician, _ headers: [HTTPHeader] = []
  ) -> ServerReply {
    reply(to: ServerRequest("/openmrs/ws/rest/v1/" + question, headers: headers), for: user)
  }

  /// The results of a list.
  func results(_ question: String, for user: ServerUser = .clinician) -> [JSON] {
    get(question, for: user).json["results"]?.array ?? []
  }
}

extension ServerReply {
  /// The body; null where there is none, or more than one.
  var json: JSON { (try? JSON(body)) ?? .null }

  /// What the server says is wrong.
  var message: String { json["error"]?.text("message") ?? "" }

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// People of the built-in data by what they are there for.
enum Invented {
  static let grace = "a0000001-0000-4000-8000-000000001eef"
  static let noKnownAllergies = "a0000003-0000-4000-8000-000000005ccd"
  static let neverAsked = "a0000004-0000-4000-8000-000000007bbc"
  static let baby = "a000000e-0000-4000-8000-00000001b112"
  static let merged = "a000001a-0000-4000-8000-000000032446"
  static let bloodPressureInGroup = "a000001e-0000-4000-8000-00000003a002"
  static let everything = "a000001f-0000-4000-8000-00000003bef1"
  static let nobody = "00000000-0000-4000-8000-000000000000"
  static let otieno = "a0000012-0000-4000-8000-000000022cce"
}
