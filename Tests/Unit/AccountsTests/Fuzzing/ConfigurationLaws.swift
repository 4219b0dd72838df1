import Commands
import Core
import Networking

@testable import Accounts

/// What holds for any bytes whatever in a config.json: nothing traps or goes on for ever, and it is
/// read whole or refused in words.
///
/// The fuzzer in Tests/Tools/Fuzzing looks for bytes that break a law; `ConfigurationLawsTests`
/// tries those that it found worth keeping, and changes of them.
enum ConfigurationLaws {
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads an input as the file. Returns false if it was refused. Throws `Broken`.
  @discardableResult static func check(_ input: [UInt8]) throws -> Bool {
    let file: ConfigurationFile
    do {
      file = try ConfigurationFile(input, keys: ["lockAfter"], path: "/config.json")
    } catch let problem as UsageError {
      try hold(problem.errorDescription?.contains("/config.json") == true, "a place without a name")
      try hold(problem.recoverySuggestion?.isEmpty == false, "a problem without advice")
      return false
    } catch {
      throw Broken(description: "\(error) is no problem in words")
    }
    let json = try JSON(input)
    try hold(
      file.profiles.map(\.name) == (json["profiles"]?.members ?? []).map(\.key), "other profiles")
    try hold(Set(file.own.keys).isSubset(of: ["lockAfter"]), "somebody else's key")
    for profile in file.profiles { check(profile) }
    return true
  }

  /// Asks all that the settings ask of a profile.
  private static func check(_ profile: Profile) {
    if let server = profile.server {
      _ = ServerAddress.problem(server, allowsHTTP: true)
      _ = profile.isOfServer(of: Account(server: server, user: profile.user ?? ""))
    }
    for line in profile.headers { _ = HTTPHeader(line: line) }
  }

  private static func hold(_ isTrue: Bool, _ law: @autoclosure () -> String) throws {
    if !isTrue { throw Broken(description: law()) }
  }
}
