public import Restoration

/// The encryption of saved sessions. The session's name is authenticated, so that the file of a
/// session can't be substituted for another's.
public struct SealedBodies: Sendable {
  private let form: SealedFormat
  /// True if the user named the file explicitly.
  private let takesAnySession: Bool

  /// Bodies encrypted after the vault was deleted couldn't be decrypted later.
  private let requireExists: @Sendable () throws -> Void

  /// Creates an encryption of saved sessions with a sealer's key. It works until the sealer is
  /// wiped.
  ///
  ///     SnapshotFile(path: path, sealing: SealedBodies(sealer))
  public init(_ sealer: Sealer) { self.init(sealer, requiring: {}) }

  init(_ sealer: Sealer, requiring requireExists: @escaping @Sendable () throws -> Void) {
    self.init(
      SealedFormat(sealer: sealer, purpose: "session"), takesAnySession: false, requireExists)
  }

  private init(
    _ form: SealedFormat, takesAnySession: Bool,
    _ requireExists: @escaping @Sendable () throws -> Void
  ) {
    self.form = form
    self.takesAnySession = takesAnySession
    self.requireExists = requireExists
  }

  /// A variant that opens the file of any session with the same key. Use it for a file that the
  /// user chose, which may have been copied or renamed.
  public var ofNamedFile: SealedBodies {
    SealedBodies(form, takesAnySession: true, requireExists)
  }

  /// In bytes, after padding. With its headings, such a body still fits into the largest slot.
  private static let limit = (1 << 20) - 512

  /// "reprise-session 4 main".
  private static func title(_ session: String) -> [UInt8] {
    Array("\(name)\(session.utf8.count) \(session)\n".utf8)
  }

  private static let name = "reprise-session "

  private static func titleLength(_ plain: [UInt8]) -> Int? {
    guard plain.starts(with: name.utf8),
      let blank = plain.dropFirst(name.utf8.count).firstIndex(of: UInt8(ascii: " ")),
      let count = Int(String(decoding: plain[name.utf8.count..<blank], as: UTF8.self)),
      (0...4096).contains(count), blank + 1 + count < plain.count,
      plain[blank + 1 + count] == UInt8(ascii: "\n")
    else { return nil }
    return blank + 1 + count + 1
  }
}

extension SealedBodies: SnapshotSealing {
  public func seal(
    _ body: [UInt8], of session: String, generation: UInt64
  ) throws -> [UInt8] {
    try requireExists()
    var plain = Self.title(session)
    plain.reserveCapacity(plain.count + body.count + body.count / 8 + 512)
    plain.append(contentsOf: body)
    return try form.seal(plain, "generation \(generation)", limit: Self.limit)
  }

  public func open(
    _ sealed: [UInt8], of session: String, generation: UInt64
  ) throws -> [UInt8] {
    do {
      let (plain, format) = try form.open(
        sealed, "generation \(generation)", generation: generation)
      if format == 1 { return plain }
      let title = Self.title(session)
      if plain.starts(with: title) { return Array(plain[title.count...]) }
      guard takesAnySession, let length = Self.titleLength(plain) else {
        throw SealedFormat.Refusal.otherSession
      }
      return Array(plain[length...])
    } catch let refusal as SealedFormat.Refusal {
      throw SnapshotError.unreadable(refusal.rawValue)
    }
  }
}
