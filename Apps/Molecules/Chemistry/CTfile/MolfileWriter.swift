/// Writes molecules as molfiles: by default V2000 if it can store everything, otherwise V3000.
///
/// Lines end with "\n". Data that the written version can't store are listed in `problems`.
public struct MolfileWriter {
  /// The version of a molfile's connection table.
  public enum Version: Hashable, Sendable {
    /// V2000 if it can store the whole molecule, otherwise V3000.
    case smallest
    /// Always V2000. Data that V2000 can't store are left out.
    case v2000
    /// Always V3000, even if V2000 could store the molecule.
    case v3000
  }

  var problemList = FormatErrors()
  private let version: Version

  /// The errors about data that the molfiles written so far couldn't store.
  public var problems: [FormatError] { problemList.all }

  /// Creates a writer for molfiles of a version, by default `Version.smallest`:
  /// `MolfileWriter(.v3000)`.
  public init(_ version: Version = .smallest) { self.version = version }

  /// Returns a molecule as the text of a molfile, up to and including the line `M  END`.
  public mutating func text(of molecule: Molecule) -> String {
    let molecule = prepared(molecule)
    let isExtended = isExtended(molecule)
    let tail = isExtended ? extendedTable(molecule) + "M  END\n" : table(molecule)
    return head(of: molecule) + tail
  }

  func isExtended(_ molecule: Molecule) -> Bool {
    version == .v3000 || (version == .smallest && !MolfileWriter.fitsTable(molecule))
  }

  /// Expands abbreviations, each as a superatom S-group. Other labels lose SketchEl's markup and
  /// become aliases, since RDKit rejects a file with unknown symbols.
  mutating func prepared(_ molecule: Molecule) -> Molecule {
    if molecule.bonds.contains(where: { $0.order == .quadruple }) {
      problemList.note(of: "“\(molecule.name)”", advice: "Write SketchEl or CDX to keep them.") {
        "Connection tables have no quadruple bonds: those of \($0) are triple."
      }
    }
    var prepared = molecule.hasAbbreviations ? molecule.withSuperatoms : molecule
    for index in prepared.atoms.indices where prepared.atoms[index].element == nil {
      let plain = SketchElLabel.plain(prepared.atoms[index].symbol)
      // Without markup, a label might be read as an element.
      guard !plain.isEmpty, Atom(label: plain).element == nil else { continue }
      prepared.atoms[index].symbol = plain
      guard !prepared.atoms[index].isKnownToTables else { continue }
      prepared.atoms[index].symbol = "*"
      prepared.atoms[index].extras.remove("ALIAS")
      prepared.atoms[index].extras.append(Extra(.connectionTable, "ALIAS", plain))
    }
    return prepared
  }

  /// Converts aliases that differ from the symbol to superatoms, since V3000 has no aliases.
  static func withLabelGroups(_ molecule: Molecule) -> Molecule {
    var molecule = molecule
    for (index, bonds) in molecule.bondsOfAtoms.enumerated() {
      let atom = molecule.atoms[index]
      guard let label = atom.symbol == "*" ? atom.alias : atom.labelOfAuthor else { continue }
      molecule.atoms[index].symbol = "*"
      molecule.atoms[index].extras.remove("ALIAS")
      molecule.groups.append(SubstanceGroup(superatom: label, of: [index], crossing: bonds))
    }
    return molecule
  }

  private func head(of molecule: Molecule) -> String {
    [molecule.name, MolfileWriter.origin(of: molecule), molecule.comment].map {
      Characters.oneLine($0) + "\n"
    }.joined()
  }

  /// The line that names the program. It has no date, so that equal molecules yield equal text.
  static func origin(of molecule: Molecule) -> String {
    guard Characters.oneLine(molecule.origin).isEmpty else { return molecule.origin }
    return "  Reprise           " + (molecule.isSpatial ? "3D" : "2D")
  }

  /// V2000 has three-digit numbers, three-letter labels, and no wedges on bonds without valence.
  static func fitsTable(_ molecule: Molecule) -> Bool {
    guard molecule.atoms.count < 1000, molecule.bonds.count < 1000, molecule.groups.count < 1000
    else { return false }
    let atomsFit = molecule.atoms.allSatisfy { atom in
      let position = atom.position
      let coordinatesFit = [position.x, position.y, position.z].allSatisfy {
        $0 < 99_999 && $0 > -9_999
      }
      let isList = atom.symbol.hasSuffix("]") && listSymbols(atom.symbol) != nil
      let symbolFits =
        (!atom.symbol.isEmpty && atom.symbol.utf8.count <= 3 && !atom.symbol.contains(" "))
        || atom.groupNumbers != nil || isList
      let isKnown = atom.extras.allSatisfy {
        $0.origin != .connectionTable || tableKeys.contains($0.key)
      }
      return coordinatesFit && symbolFits && isKnown && atom.map < 1000
    }
    let bondsFit = molecule.bonds.allSatisfy { bond in
      bond.order != .zero && bond.order != .hydrogen
        && !bond.extras.contains {
          $0.origin == .connectionTable && $0.key != "TOPO" && $0.key != "RXCTR"
        }
    }
    let isPlain = !molecule.extras.contains {
      $0.origin == .connectionTable && $0.key != "V2000"
    }
    return atomsFit && bondsFit && isPlain && molecule.groups.allSatisfy { groupFits($0) }
  }

  private static let tableKeys: Set = [
    "CFG", "HCOUNT", "STBOX", "INVRET", "EXACHG", "SUBST", "UNSAT", "RBCNT", "ATTCHPT", "ALIAS",
    "VALUE",
  ]

  /// The elements of a list, "[N,O]" or "NOT[N,O]"; `nil` if V2000 can't write it as a list.
  static func listSymbols(_ symbol: String) -> (symbols: [String], isExclusive: Bool)? {
    guard let open = symbol.firstIndex(of: "["), symbol.last == "]" else { return nil }
    let prefix = symbol[..<open].filter { $0 != " " }
    guard prefix.isEmpty || prefix == "NOT" else { return nil }
    let symbols = symbol[symbol.index(after: open)...].dropLast().split(separator: ",")
      .map { String($0.filter { $0 != " " }) }
    guard symbols.count <= 16, symbols.allSatisfy({ $0.utf8.count <= 3 }) else { return nil }
    return (symbols, prefix == "NOT")
  }

  /// The valence to state if hydrogens are fixed or MDL's rule yields others; otherwise `nil`.
  static func statedValence(of atom: Atom, bondSum: Int) -> Int? {
    guard atom.element != nil else { return nil }
    let isComputed = MDLValence.hydrogens(of: atom, bondSum: bondSum) == atom.hydrogens
    return isComputed && !atom.hasFixedHydrogens ? nil : bondSum + atom.hydrogens
  }
}

extension Atom {
  /// Symbols in connection tables that aren't elements: of queries, polymers and groups.
  private static let reservedSymbols: Set = [
    "*", "A", "Q", "R", "R#", "X", "M", "AH", "QH", "XH", "MH", "L", "LP", "Pol", "Mod",
  ]

  fileprivate var isKnownToTables: Bool {
    if element != nil || groupNumbers != nil || Atom.reservedSymbols.contains(symbol) {
      return true
    }
    if extras.value(Atom.templateKey) != nil { return true }
    return Atom.isList(symbol) || (alias != nil && Element(symbol: symbol) != nil)
  }

  static func isList(_ label: String) -> Bool {
    MolfileWriter.listSymbols(label)?.symbols.allSatisfy {
      Element(symbol: $0) != nil || reservedSymbols.contains($0)
    } ?? false
  }
}

extension SubstanceGroup {
  fileprivate init(superatom label: String, of atoms: [Int], crossing bonds: [Int]) {
    self.init(
      kind: "SUP",
      attributes: [
        Extra(.connectionTable, "ATOMS", NumberList(atoms.map { $0 + 1 }).text),
        Extra(.connectionTable, "XBONDS", NumberList(bonds.map { $0 + 1 }).text),
        Extra(.connectionTable, "LABEL", label),
      ])
  }
}

extension Molecule {
  var withSuperatoms: Molecule {
    var marked = self
    for index in marked.atoms.indices {
      guard let abbreviation = marked.atoms[index].abbreviation else { continue }
      var inner = abbreviation.molecule.expanded
      for innerIndex in inner.atoms.indices {
        inner.atoms[innerIndex].extras.append(Extra(.cdx, "superatom", String(index)))
      }
      marked.atoms[index].abbreviation = .molecule(inner)
    }
    var result = marked.expanded
    for (index, atom) in atoms.enumerated() where atom.abbreviation != nil {
      let mark = Extra(.cdx, "superatom", String(index))
      let members = result.atoms.indices.filter { result.atoms[$0].extras.contains(mark) }
      guard !members.isEmpty else { continue }
      let inside = Set(members)
      let crossing = result.bonds.indices.filter {
        inside.contains(result.bonds[$0].from) != inside.contains(result.bonds[$0].to)
      }
      result.groups.append(
        SubstanceGroup(
          superatom: SketchElLabel.plain(atom.symbol), of: members, crossing: crossing))
    }
    for index in result.atoms.indices {
      result.atoms[index].extras.remove("superatom", of: .cdx)
    }
    return result
  }
}
