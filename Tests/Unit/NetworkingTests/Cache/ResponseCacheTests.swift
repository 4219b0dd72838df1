import Core
import Foundation
import RepriseTesting
import Testing

@testable import Networking

@Suite struct ResponseCacheTests {
  private let directory: TemporaryDirectory
  private let account = Account(server: "https://appliance.example.com", user: "luca")

  init() throws { directory = try TemporaryDirectory() }

  private func cache(
    _ account: Account? = nil, sealing: (any FileSealing)? = nil
  ) -> ResponseCache {
    ResponseCache(
      directory: directory.file("answers"), of: account ?? self.account, sealing: sealing)
  }

  private func uri(_ text: String = "/resources/users/6") throws -> ResourceURI {
    try #require(ResourceURI(text))
  }

  private let body = Array(#"{"name":"Luca"}"#.utf8)
  private let name = "answers/resources%2Fusers%2F6.json"

  @Test("A cached response is there for the next process") func whatIsKeptIsThereForTheNextProcess()
    throws
  {
    #expect(cache().entry(for: try uri()) == nil)
    try cache().store(body, at: 1_795_000_000, for: try uri())
    #expect(
      cache().entry(for: try uri())
        == ResponseCache.Entry(body: body, timestamp: 1_795_000_000, tag: nil))
    #expect(cache().entry(for: try uri("/resources/users/7")) == nil)
    #expect(cache().entry(for: try uri("/resources/users/6?x")) == nil)
  }

  @Test("A new response replaces the cached one") func anotherAnswerTakesItsPlace() throws {
    for text in ["[]", #"{"longer":"than before"}"#, "[]", "[1]", ""] {
      try cache().store(Array(text.utf8), at: text.count, for: try uri())
      #expect(cache().entry(for: try uri())?.body == Array(text.utf8))
      #expect(cache().entry(for: try uri())?.timestamp == text.count)
    }
    #expect(try directory.files() == ["answers", name])
  }

  @Test("A response cache has permissions 0700 and 0600") func itIsThePersonsAlone() throws {
    try cache().store(body, at: 1, for: try uri())
    #expect(try directory.permissions("answers") == 0o700)
    #expect(try directory.permissions(name) == 0o600)
  }

  @Test("A damaged cache file is ignored") func aDamagedFileIsAsGoodAsNone() throws {
    try cache().store(body, at: 1, for: try uri())
    let whole = try directory.bytes(name)
    // The last bit of the moment can't be told from another moment.
    let timestamp = "reprise-answer 2 ".utf8.count..<"reprise-answer 2 000000000001".utf8.count
    for place in whole.indices where !timestamp.contains(place) {
      var damaged = whole
      damaged[place] ^= 1
      try directory.write(name, damaged)
      #expect(cache().entry(for: try uri()) == nil, "\(place)")
    }
    for count in 0..<whole.count {
      try directory.write(name, Array(whole.prefix(count)))
      #expect(cache().entry(for: try uri()) == nil, "\(count)")
    }
    try cache().store(body, at: 2, for: try uri())
    #expect(cache().entry(for: try uri())?.timestamp == 2)
  }

  @Test("A response cache stores the entity tag", arguments: [#""0c23ac1b""#, #"W/"7""#])
  func theServersTagIsKept(tag: String) throws {
    try cache().store(body, at: 1, tag: tag, for: try uri())
    #expect(cache().entry(for: try uri())?.tag == tag)
  }

  @Test(
    "A response cache drops an invalid entity tag",
    arguments: [
      "no quotes", "\"a b\"", "\"\n\"", "\"" + String(repeating: "x", count: 300) + "\"",
    ])
  func whatCannotBeSentBackIsNotKept(tag: String) throws {
    try cache().store(body, at: 1, tag: tag, for: try uri())
    #expect(
      cache().entry(for: try uri()) == ResponseCache.Entry(body: body, timestamp: 1, tag: nil))
  }

  @Test("A response cache reads its first format") func anAnswerOfTheFirstFormatIsRead() throws {
    try cache().store(body, at: 1, for: try uri())
    let text = String(decoding: try directory.bytes(name), as: UTF8.self)
    let first = text.replacing("reprise-answer 2", with: "reprise-answer 1").replacing(
      " - ", with: " ")
    try directory.write(name, first)
    #expect(
      cache().entry(for: try uri()) == ResponseCache.Entry(body: body, timestamp: 1, tag: nil))
  }

  @Test("A response cache ignores another account's response")
  func anotherAccountsAnswerIsNotTaken() throws {
    try cache().store(body, at: 1, for: try uri())
    for other in [
      Account(server: account.server, user: "anna"), Account(server: account.server),
      Account(server: "https://other.example.com", user: "luca"),
    ] {
      #expect(cache(other).entry(for: try uri()) == nil)
      try cache(other).store([0x31], at: 2, for: try uri())
      #expect(cache().entry(for: try uri()) == nil)
      try cache().store(body, at: 1, for: try uri())
    }
  }

  @Test("A response cache follows no symbolic link") func whatIsNoPlainFileIsNotReadAndNotFollowed()
    throws
  {
    try cache().store(body, at: 1, for: try uri())
    try FileManager.default.moveItem(
      atPath: directory.file(name), toPath: directory.file("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: directory.file(name), withDestinationPath: directory.file("elsewhere"))
    #expect(cache().entry(for: try uri()) == nil)
  }

  @Test("A response cache that can't be written throws") func whereNothingCanBeWrittenThatIsSaid()
    throws
  {
    try directory.write("answers", "no folder")
    #expect(throws: FileError.self) { try cache().store(body, at: 1, for: try uri()) }
  }

  @Test("A response cache's long file names are cut and stay distinct")
  func longNamesAreCutAndStayApart() throws {
    let long = String(repeating: "/abcdefghi", count: 40)
    let names = try ["/1", "/2"].map { ResponseCache.plainName(try uri(long + $0)) }
    #expect(names[0] != names[1])
    #expect(names.allSatisfy { $0.utf8.count <= 200 && !$0.contains("/") })
  }

  @Test("A response cache clamps timestamps to twelve digits") func aMomentHasItsPlaceInTheLine()
    throws
  {
    let last = 999_999_999_999
    for (timestamp, kept) in [(-5, 0), (0, 0), (last, last), (last + 1, last)] {
      try cache().store(body, at: timestamp, for: try uri())
      #expect(cache().entry(for: try uri())?.timestamp == kept)
    }
  }

  @Test("A response cache stores entity tags of at most 200 visible bytes")
  func aTagHasAtMost200BytesAndNothingButSigns() throws {
    func kept(_ tag: String) throws -> Bool {
      try cache().store(body, at: 1, tag: tag, for: try uri())
      return try cache().entry(for: uri())?.tag == tag
    }
    let longest = "\"" + String(repeating: "x", count: 198) + "\""
    #expect(try kept(longest) && !kept(longest + "x"))
    #expect(try kept("\"!~\"") && !kept("\"\u{7F}\"") && !kept("\"é\"") && !kept("\"\t\""))
  }

  @Test("A response cache's file name of 200 bytes isn't cut") func aNameOf200BytesIsWhole() throws
  {
    func name(_ count: Int) throws -> String {
      ResponseCache.plainName(try uri("/" + String(repeating: "x", count: count)))
    }
    #expect(try name(195) == String(repeating: "x", count: 195) + ".json")
    let cut = try name(196)
    #expect(cut.hasPrefix(String(repeating: "x", count: 180) + "~") && cut.utf8.count == 189)
  }

  /// The number of times the clock was set back stands in the line.
  @Test("A cached response with a clock's turn is read by every cache")
  func anAnswerWithATurnIsReadByEveryCache() throws {
    let account = Account(server: account.server, user: "luca de rossi")
    let kept = ResponseCache(
      directory: directory.file("answers"), of: account, turn: { $0 == 5 ? 3 : 0 })
    try kept.store(body, at: 5, tag: "\"7\"", for: try uri())
    #expect(try directory.bytes(name).starts(with: "reprise-answer 3 000000000005 3 ".utf8))
    let entry = ResponseCache.Entry(body: body, timestamp: 5, tag: "\"7\"", turn: 3)
    #expect(kept.entry(for: try uri()) == entry)
    #expect(cache(account).entry(for: try uri()) == entry)
    #expect(cache().entry(for: try uri()) == nil)
  }

  @Test("A cached response replaces one with a later date")
  func whatWasReceivedLastReplacesWhatHasALaterDate() throws {
    let kept = ResponseCache(directory: directory.file("answers"), of: account)
    try kept.store([0x31], at: 90_000, for: try uri())
    try kept.store([0x32], at: 10, for: try uri())
    for cache in [kept, ResponseCache(directory: directory.file("answers"), of: account)] {
      #expect(
        cache.entry(for: try uri()) == ResponseCache.Entry(body: [0x32], timestamp: 10, tag: nil))
    }
  }

  // MARK: Sealed

  @Test("A sealed cache file contains no plain text") func sealedNothingOfItCanBeRead() throws {
    let sealed = cache(sealing: TurnedBytes(key: 0x55))
    try sealed.store(body, at: 1, for: try uri())
    #expect(sealed.entry(for: try uri()) == ResponseCache.Entry(body: body, timestamp: 1, tag: nil))
    try sealed.store(body, at: 2, for: try uri())
    #expect(sealed.entry(for: try uri()) == ResponseCache.Entry(body: body, timestamp: 2, tag: nil))
    let bytes = try directory.bytes(name)
    for canary in ["Luca", "luca", "appliance.example.com", "users"] {
      #expect(bytes.firstRange(of: canary.utf8) == nil, "\(canary)")
    }
    #expect(try directory.permissions(name) == 0o600)
    // With another key, or none, it is as good as none.
    #expect(cache(sealing: TurnedBytes(key: 0x54)).entry(for: try uri()) == nil)
    #expect(cache().entry(for: try uri()) == nil)
  }

  @Test("A sealed response is bound to its file name") func aSealedAnswerIsSealedAsItsOwnFile()
    throws
  {
    let sealed = cache(sealing: TurnedBytes(key: 0x55))
    try sealed.store(body, at: 1, for: try uri())
    let opened = try TurnedBytes(key: 0x55).open(
      directory.bytes(name), as: "resources%2Fusers%2F6.json")
    #expect(opened.starts(with: "reprise-answer ".utf8))
  }

  @Test("A sealed cache ignores a plain response") func aPlainAnswerIsNotTakenForASealedOne() throws
  {
    try cache().store(body, at: 1, for: try uri())
    #expect(cache(sealing: TurnedBytes(key: 0x55)).entry(for: try uri()) == nil)
  }
}

/// A seal for tests: every bit of a pattern turned, behind the name.
private struct TurnedBytes: FileSealing {
  let key: UInt8

  func seal(_ body: [UInt8], as name: String) -> [UInt8] {
    [key] + (Array("\(name)\n".utf8) + body).map { $0 ^ key }
  }

  func open(_ sealed: [UInt8], as name: String) throws -> [UInt8] {
    let bytes = sealed.dropFirst().map { $0 ^ key }
    let title = Array("\(name)\n".utf8)
    guard sealed.first == key, bytes.starts(with: title) else {
      throw FileError.unsafe(path: "", "another key or name")
    }
    return Array(bytes.dropFirst(title.count))
  }
}
