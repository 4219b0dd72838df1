/// The line in front of sealed bytes that describes how to derive their key. It contains no secret.
///
///     reprise-sealed 2 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt 5b… check 0c… sha256 e1…
///
/// Format 2 differs only in its number: it allows bytes that are sealed for a purpose, which
/// releases that only know format 1 can't open.
///
/// `check` detects a wrong password. The checksum covers everything before `sha256`, so that damage
/// isn't reported as a wrong password. It doesn't protect against deliberate changes, but then the
/// key decrypts nothing. Every later format will have the same first two and last two fields.
public struct SealedEnvelope: Hashable, Sendable {
  /// The number of the newest format. New envelopes are always written in this format.
  public static let format = 2

  /// The scrypt parameters with which the key is derived from the password.
  public let parameters: KeyParameters
  /// The bytes of the envelope's line, including its line feed. The sealed bytes follow them in a
  /// file.
  public let bytes: [UInt8]
  /// The number of the format in which this envelope was written.
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
  private static let fixedFields = [
    2: "cipher", 3: "aes-256-gcm", 4: "kdf", 5: "scrypt", 6: "n", 8: "r", 10: "p", 12: "salt",
    14: "check",
  ]
  /// In bytes.
  private static let maximumLength = 512

  /// Returns whether the bytes begin with an envelope, of any format. Use it to distinguish sealed
  /// files from others.
  public static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "\(name) ".utf8) }

  /// Reads the envelope at the start of sealed bytes. No key is derived, so this takes little time
  /// for any input.
  ///
  ///     let envelope = try SealedEnvelope(readingFrom: bytes)
  ///
  /// Throws `SealingError.notSealed`, `changedEnvelope`, `newer` or `unsafeParameters` if the
  /// envelope can't be used, and `missingLibrary` or another error if the library can't be loaded.
  public init(readingFrom bytes: [UInt8], library: Libcrypto = .system) throws {
    guard Self.begins(bytes) else { throw SealingError.notSealed }
    guard let end = bytes.prefix(Self.maximumLength).firstIndex(of: 0x0A) else {
      throw SealingError.changedEnvelope
    }
    let line = bytes[...end]
    let fields = String(decoding: line.dropLast(), as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    let library = try library.loaded()
    try Self.requireChecksum(of: line, fields: fields, library: library)
    guard let format = Int(fields[1]), format > 0 else { throw SealingError.changedEnvelope }
    if format > Self.format { throw SealingError.newer(format: format) }
    guard fields.count == 18, Self.fixedFields.allSatisfy({ fields[$0.key] == $0.value }),
      let cost = Int(fields[7]), let blockSize = Int(fields[9]),
      let parallelism = Int(fields[11]), let salt = [UInt8](hexadecimal: fields[13]),
      let check = [UInt8](hexadecimal: fields[15]), check.count == DerivedKey.checkLength
    else { throw SealingError.changedEnvelope }
    let parameters = try KeyParameters(
      salt: salt, cost: cost, blockSize: blockSize, parallelism: parallelism)
    try self.init(parameters, check: check, format: format, library: library)
    // Rejects other spellings of the same numbers, such as leading zeros.
    guard self.bytes.elementsEqual(line) else { throw SealingError.changedEnvelope }
  }

  private static func requireChecksum(
    of line: ArraySlice<UInt8>, fields: [Substring], library: LoadedLibcrypto
  ) throws {
    guard fields.count >= 4, fields[fields.count - 2] == checksum, let digest = fields.last else {
      throw SealingError.changedEnvelope
    }
    let covered = line.dropLast("\(checksum) ".utf8.count + digest.utf8.count + 1)
    guard try library.sha256(Array(covered)).hexadecimal == digest else {
      throw SealingError.changedEnvelope
    }
  }
}

extension [UInt8] {
  var hexadecimal: String {
    let digits = [UInt8]("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }, as: UTF8.self)
  }

  /// Only lowercase digits are accepted.
  init?(hexadecimal text: some StringProtocol) {
    let values = text.utf8.map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 0xFF) }
    guard values.count.isMultiple(of: 2), !values.contains(0xFF) else { return nil }
    self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    guard hexadecimal == text else { return nil }
  }
}
