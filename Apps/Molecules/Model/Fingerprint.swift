import Chemistry

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
  /// Hashes a record's name, structures and fields.
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
