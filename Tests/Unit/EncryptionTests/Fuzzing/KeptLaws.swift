import Core
import Foundation

@testable import Encryption
@testable import Networking

/// What holds for any bytes whatever in a file of a vault or in the head of a server's answer:
/// nothing traps or goes on for ever, and what is read is what stands there.
///
/// The fuzzer in Tests/Tools/Fuzzing looks for bytes that break a law; `KeptLawsTests` tries those
/// that it found worth keeping, and changes of them.
enum KeptLaws {
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads an input as what its first letter says. Throws `Broken`.
  static func check(_ input: [UInt8]) throws {
    let bytes = Array(input.dropFirst())
    switch input.first.map({ Character(Unicode.Scalar($0)) }) {
    case "K": try checkKey(bytes)
    case "E": try checkEnvelope(bytes)
    case "H": try checkHead(bytes)
    case "A": try checkAnswer(bytes)
    default: try checkAddress(bytes)
    }
  }

  private static func hold(_ isTrue: Bool, _ law: @autoclosure () -> String) throws {
    if !isTrue { throw Broken(description: law()) }
  }

  /// A vault's file `key` is its two parts, and names the account that it would be written for.
  private static func checkKey(_ bytes: [UInt8]) throws {
    guard let key = VaultKey(bytes) else { return }
    try hold(key.heading + key.sealed == bytes, "a key's parts aren't the key")
    let written = VaultKey(VaultKey.heading(of: key.account) + key.sealed)
    try hold(written?.account == key.account, "a key is somebody else's when it is written again")
    try checkSealed(key.sealed)
  }

  /// The line with the checksum that it should have, so that what stands in it is looked at.
  private static func checkEnvelope(_ bytes: [UInt8]) throws {
    let line = Array(bytes.prefix { $0 != 0x0A })
    let covered = Array("reprise-sealed ".utf8) + line + [0x20]
    let digest = try Libcrypto.system.loaded().sha256(covered).hexadecimal
    try checkSealed(covered + Array("sha256 \(digest)\n".utf8) + Array(bytes.dropFirst(line.count)))
  }

  private static func checkSealed(_ bytes: [UInt8]) throws {
    let envelope: SealedEnvelope
    do {
      envelope = try SealedEnvelope(readingFrom: bytes)
    } catch let problem as SealingError {
      try hold(problem.errorDescription != nil, "a problem without words")
      return
    }
    try hold(bytes.starts(with: envelope.bytes), "an envelope isn't what was read")
    try hold(
      KeyParameters.allowedMemory.contains(envelope.parameters.memory), "a key of any price")
    try hold((1...SealedEnvelope.format).contains(envelope.format), "a format of nobody's")
  }

  private static func checkHead(_ bytes: [UInt8]) throws {
    var head = ResponseHead()
    var count = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      Array(line).withUnsafeBytes { head.take($0) }
      count += 1
    }
    try hold(head.headers.count <= count, "more headers than lines")
    try hold(head.expectedLength.map { $0 >= 0 } ?? true, "a length below zero")
    for header in head.headers {
      try hold(!header.name.contains("\n") && !header.value.contains("\n"), "a header of two lines")
    }
    if let text = FirstLine(of: bytes).text {
      try hold(text.count <= 200 && !text.contains(where: \.isNewline), "a line of \(text.count)")
    }
  }

  private static func checkAnswer(_ bytes: [UInt8]) throws {
    guard let uri = ResourceURI("/a?b=c") else { return }
    let account = Account(server: "https://a.example", user: "luca")
    let entry = ResponseCache(directory: "/nowhere", of: account).read(bytes, uri)
    if let entry { try hold(bytes.suffix(entry.body.count) == entry.body[...], "another body") }
    if let answer = SealedRecording.response(from: bytes) {
      try hold(bytes.suffix(answer.body.count) == answer.body[...], "another recorded body")
    }
  }

  /// An address that was read is read again from its own text, and is the same.
  private static func checkAddress(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = ServerAddress.withoutUser(text)
    guard let address = ServerAddress(text, allowsHTTP: true) else { return }
    guard let again = ServerAddress(address.text, allowsHTTP: true) else {
      throw Broken(description: "“\(address.text)” isn't an address any more")
    }
    try hold(again == address, "“\(address.text)” is another address")
  }
}
