/// The line before sealed bytes, which says how their key is derived. It holds no secret.
///
///     reprise-sealed 2 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt 5b… check 0c… sha256 e1…
///
/// Format 2 differs in the number alone: behind it, and with the key that it leads to, bytes may be sealed for one purpose each, which a
/// release that knows format 1 alone can't open.
///
/// `check` tells a wrong password. The checksum covers everything before the word `sha256`, so that
/// damage isn't mistaken for a wrong password; it keeps nobody from changing the line on purpose, but then the
/// key opens nothing. Every later format keeps the first two words and the last two.
public struct SealedEnvelope: Hashable, Sendable {
  /// The number of the newest format, in which everything is written.
  public static let format = 2

  /// The parameters that the key is derived with.
  public let parameters: KeyParameters
  /// The line, its line feed included. The sealed bytes begin behind it.
  public let bytes: [UInt8]
  /// The number of this one's format.
  public let format: Int
  let check: [UInt8]

  init(
    _ parameters: KeyParameters, check: [UInt8], format: Int = SealedEnvelope.format,
    library: LoadedLibcrypto
  ) throws {
    self.parameters = parameters
    self.check = check
    self.format = format
    let settings = "cipher aes-256-gcm kdf scrypt n \(parameters.cost) r \(parameters.blockSize)"
    let values = "salt \(parameters.salt.hexadecimal) check \(check.hexadecimal)"
    let text = Array(
      "\(Self.name) \(format) \(settings) p \(parameters.parallelism) \(values) ".utf8)
    bytes = try text + Array("\(Self.checksum) \(library.sha256(text).hexadecimal)\n".utf8)
  }

  private static let name = "reprise-sealed"
  private static let checksum = "sha256"
  /// The words that say what the next one is, by their places.
  private static let fixedWords = [
    2: "cipher", 3: "aes-256-gcm", 4: "kdf", 5: "scrypt", 6: "n", 8: "r", 10: "p", 12: "salt",
    14: "check",
  ]
  /// A length beyond any line of this format, in bytes.
  private static let maximumLength = 512

  /// Tells whether the bytes begin as an envelope does, of whatever format.
  public static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "\(name) ".utf8) }

  /// Reads the envelope that the bytes begin with.
  ///
  /// Throws `SealingError.notSealed`, `changedEnvelope`, `newer`, `unsafeParameters`, and those of
  /// the library. Nothing is derived yet, so reading is cheap whatever the bytes are.
  ///
  ///     let envelope = try SealedEnvelope(readingFrom: bytes)
  public init(readingFrom bytes: [UInt8], library: Libcrypto = .system) throws {
    guard Self.begins(bytes) else { throw SealingError.notSealed }
    guard let end = bytes.prefix(Self.maximumLength).firstIndex(of: 0x0A) else {
      throw SealingError.changedEnvelope
    }
    let line = bytes[...end]
    let words = String(decoding: line.dropLast(), as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    let library = try library.loaded()
    try Self.requireChecksum(of: line, words: words, library: library)
    guard let format = Int(words[1]), format > 0 else { throw SealingError.changedEnvelope }
    if format > Self.format { throw SealingError.newer(format: format) }
    guard words.count == 18, Self.fixedWords.allSatisfy({ words[$0.key] == $0.value }),
      let cost = Int(words[7]), let blockSize = Int(words[9]),
      let parallelism = Int(words[11]), let salt = [UInt8](hexadecimal: words[13]),
      let check = [UInt8](hexadecimal: words[15]), check.count == DerivedKey.checkLength
    else { throw SealingError.changedEnvelope }
    let parameters = try KeyParameters(
      salt: salt, cost: cost, blockSize: blockSize, parallelism: parallelism)
    try self.init(parameters, check: check, format: format, library: library)
    // There is one way only to write each number.
    guard self.bytes.elementsEqual(line) else { throw SealingError.changedEnvelope }
  }

  private static func requireChecksum(
    of line: ArraySlice<UInt8>, words: [Substring], library: LoadedLibcrypto
  ) throws {
    guard words.count >= 4, words[words.count - 2] == checksum, let digest = words.last else {
      throw SealingError.changedEnvelope
    }
    let covered = line.dropLast("\(checksum) ".utf8.count + digest.utf8.count + 1)
    guard try library.sha256(Array(covered)).hexadecimal == digest else {
      throw SealingError.changedEnvelope
    }
  }
}
