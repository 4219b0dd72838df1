import Chemistry
import FoundationEssentials
import Reprise

/// A record, as saved in routes: its number, and its fingerprint and name in case it has moved.
struct RecordID: Codable, Hashable, Sendable {
  /// The number, from 1, as shown on the screen.
  let number: Int
  /// The hash of the content; empty if only the number is known, as on a command line.
  let fingerprint: String
  let name: String

  init(number: Int, fingerprint: String = "", name: String = "") {
    self.number = number
    self.fingerprint = fingerprint
    self.name = name
  }

  /// Looks up the fingerprint and name only in a small, uncompressed file.
  init(_ number: Int, in file: FileID) {
    let isSmall =
      FileStamp(path: file.path).map { $0.byteCount <= RecordID.lookupByteLimit } ?? false
    guard number > 0, isSmall, !ChemicalFile.isPacked(file.path),
      let record = try? ChemicalFile(path: file.path).record(number - 1)
    else {
      self.init(number: number)
      return
    }
    self.init(number: number, fingerprint: Fingerprint(record).text, name: record.name)
  }

  private static let lookupByteLimit = 1 << 20

  var title: String { name.isEmpty ? "Record \(number)" : name }
}

struct FoundRecord: Sendable {
  let record: Record
  /// The current number, from 1.
  let number: Int
  let count: Int
  let format: ChemicalFormat
  let texts: [String]
  /// How the record differs from its id, such as "was record 7"; `nil` if it doesn't.
  let change: String?
}

/// The error for a record that is no longer in its file.
struct RecordGone: SourceError, ExitCoded {
  let id: RecordID
  let file: String
  let count: Int
  /// The records searched in each direction; `nil` if that is the whole file.
  var searchedCount: Int?
  var dataStatus: Provenance.DataStatus { .deleted }
  var exitCode: ExitCode { .noInput }

  var errorDescription: String? {
    if id.fingerprint.isEmpty {
      return "There is no record \(id.number) in \(file); it has \(count)."
    }
    guard let searchedCount else { return "\(id.title) is no longer in \(file)." }
    return
      "\(id.title) is not among the \(searchedCount.grouped) records around its place in \(file)."
  }

  var recoverySuggestion: String? {
    id.fingerprint.isEmpty
      ? "Choose one of the records that it has."
      : "The file has \(count.counted(("record", "records"))) now. Go back to see them."
  }
}

extension ChemicalFile {
  private static let searchLimit = 5_000

  /// Searches by fingerprint, at the number or near it; otherwise takes a record of that name.
  func find(_ id: RecordID, in fileName: String) throws -> FoundRecord {
    // A number from a session file can be any integer.
    let index = min(max(0, id.number), count + 1) - 1
    let there = (0..<count).contains(index) ? try record(index) : nil
    func found(_ record: Record, _ index: Int, _ change: String? = nil) -> FoundRecord {
      FoundRecord(
        record: record, number: index + 1, count: count, format: format,
        texts: document?.texts ?? [], change: change)
    }
    if let there, id.fingerprint.isEmpty || Fingerprint(there).text == id.fingerprint {
      return found(there, index)
    }
    guard !id.fingerprint.isEmpty else { throw RecordGone(id: id, file: fileName, count: count) }
    var named: (record: Record, index: Int)?
    for distance in 0...ChemicalFile.searchLimit {
      for index in Set([index - distance, index + distance]) where (0..<count).contains(index) {
        guard let record = try? record(index) else { continue }
        if Fingerprint(record).text == id.fingerprint {
          return found(record, index, "was record \(id.number)")
        }
        if named == nil, !id.name.isEmpty, record.name == id.name { named = (record, index) }
      }
      if index - distance < 0, index + distance >= count { break }
    }
    if let named { return found(named.record, named.index, "changed since it was opened") }
    // If the id and the record at its number are both unnamed, they are probably the same.
    if let there, id.name.isEmpty, there.name.isEmpty {
      return found(there, index, "changed since it was opened, or another record")
    }
    let isWhole = index <= ChemicalFile.searchLimit && count - 1 - index <= ChemicalFile.searchLimit
    throw RecordGone(
      id: id, file: fileName, count: count, searchedCount: isWhole ? nil : ChemicalFile.searchLimit)
  }
}

/// A hash that identifies a record after its position in the file has changed (FNV-1a, 64 bits).
///
/// It isn't cryptographic: anyone can construct records with equal hashes.
struct Fingerprint: Hashable, Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    // A separator, so that "ab", "c" and "a", "bc" differ.
    add(byte: 0xFF)
  }

  mutating func add(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  private mutating func add(byte: UInt8) {
    value ^= UInt64(byte)
    value = value &* 0x100_0000_01B3
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
  }
}

extension Fingerprint {
  init(_ record: Record) {
    // In saved sessions, fingerprints of unread entries don't include their raw bytes.
    var known = record
    known.unread = nil
    add(known.name)
    switch record.structure {
    case .molecule(let molecule): add(molecule)
    case .reaction(let reaction): for component in reaction.components { add(component.molecule) }
    case .none: add(0)
    }
    for field in record.fields {
      add(field.name)
      add(field.text)
    }
  }

  private mutating func add(_ molecule: Molecule) {
    for atom in molecule.atoms {
      add(atom.symbol)
      add(atom.charge)
      // The formats store four decimals.
      for value in [atom.position.x, atom.position.y, atom.position.z] {
        add(value.isFinite ? Int(max(-1e12, min(1e12, (value * 1e4).rounded()))) : 0)
      }
    }
    for bond in molecule.bonds {
      add(bond.from)
      add(bond.to)
    }
  }
}
