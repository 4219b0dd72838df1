import Commands
import Foundation
import RepriseTesting
import Testing

@testable import Servers

/// Whatever a configuration file holds, it is read, or refused in words. `REPRISE_SEED=N` tries other changes.
@Suite struct ConfigurationFileMutationTests {
  private static let texts = [
    #"{"profiles":{"lab":{"server":"https://lab.example.com","user":"cbadmin","preset":"iwd"}}}"#,
    #"{"profiles":{"a":{"server":"https://[::1]:8443/x","refresh":"30s","cacert":"/etc/ca.pem","passwordCommand":"pass a"}}}"#,
    #"{"lockAfter":"2m","profiles":null}"#, #"{"lockAfter":{"a":[1,-1,1e999,true]}}"#, "[]",
    "\u{FEFF}{}", "{\"profiles\":{\"\\u0000\\ud800\":{}}}",
  ].map { Array($0.utf8) }

  @Test func nothingInAConfigurationFileTraps() throws {
    let home = try TemporaryFolder()
    let path = try home.write("app/config.json", [])
    let seed = ProcessInfo.processInfo.environment["REPRISE_SEED"].flatMap { UInt64($0) } ?? 1
    var random = SplitMix64(seed: seed)
    var (readCount, refusedCount) = (0, 0)
    for number in 0..<2000 {
      var text = Self.texts[number % Self.texts.count]
      // The first round is of the texts as they are.
      for _ in 0..<(number < Self.texts.count ? 0 : Int.random(in: 1...4, using: &random)) {
        Self.change(&text, &random)
      }
      try Data(text).write(to: URL(filePath: path))
      do {
        _ = try ConfigurationFile(
          application: "app", keys: ["lockAfter"], environment: ["XDG_CONFIG_HOME": home.path])
        readCount += 1
      } catch let problem as UsageProblem {
        #expect(problem.errorDescription?.isEmpty == false)
        refusedCount += 1
      } catch {
        Issue.record("\(error), of \(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(readCount > 100 && refusedCount > 100)
  }

  private static func change(_ text: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int.random(in: 0...text.count, using: &random)
    let rest = Int.random(in: place...text.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text.removeSubrange(place..<min(rest, place + 3))
    case 1 where place < text.count: text[place] = UInt8.random(in: 0...255, using: &random)
    case 2: text.insert(contentsOf: text[place..<rest], at: place)
    default:
      let words = ["null", "{", "}", "[", "\"", "-1e999", "\\u0000", "\"profiles\":", ","]
      text.insert(contentsOf: (words.randomElement(using: &random) ?? "").utf8, at: place)
    }
  }
}
