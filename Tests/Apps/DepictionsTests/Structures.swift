import Chemistry
import Foundation

/// Small structures, drawn by hand.
enum Structures {
  static func atom(_ symbol: String, _ x: Double, _ y: Double, hydrogens: Int = 0) -> Atom {
    var atom = Atom(symbol, at: Position(x: x, y: y))
    atom.hydrogens = hydrogens
    return atom
  }

  /// A ring of carbon atoms with a corner on top.
  static func ring(_ count: Int, _ order: (Int) -> Bond.Order) -> Molecule {
    Molecule(
      atoms: (0..<count).map { index in
        let angle = Double(index) / Double(count) * 2 * .pi
        return atom("C", 1.5 * sin(angle), 1.5 * cos(angle), hydrogens: 1)
      },
      bonds: (0..<count).map { Bond(from: $0, to: ($0 + 1) % count, order($0)) })
  }

  static let benzene = ring(6) { $0 % 2 == 0 ? .double : .single }
  static let aromaticBenzene = ring(6) { _ in .aromatic }

  /// Acetone: a chain in zigzag, an oxygen above it.
  static let acetone = Molecule(
    atoms: [
      atom("C", -1.3, -0.75, hydrogens: 3), atom("C", 0, 0), atom("C", 1.3, -0.75, hydrogens: 3),
      atom("O", 0, 1.5),
    ],
    bonds: [Bond(from: 0, to: 1), Bond(from: 1, to: 2), Bond(from: 1, to: 3, .double)])

  static let acetonitrile = Molecule(
    atoms: [atom("C", 0, 0, hydrogens: 3), atom("C", 1.5, 0), atom("N", 3, 0)],
    bonds: [Bond(from: 0, to: 1), Bond(from: 1, to: 2, .triple)])

  /// L-alanine as a zwitterion: charges on both sides, a wedge.
  static let alanine: Molecule = {
    var nitrogen = atom("N", -1.3, 0.75, hydrogens: 3)
    nitrogen.charge = 1
    var oxygen = atom("O", 2.6, 0, hydrogens: 0)
    oxygen.charge = -1
    return Molecule(
      atoms: [
        nitrogen, atom("C", 0, 0, hydrogens: 1), atom("C", 0, -1.5, hydrogens: 3),
        atom("C", 1.3, 0.75), atom("O", 1.3, 2.25), oxygen,
      ],
      bonds: [
        Bond(from: 1, to: 0), Bond(from: 1, to: 2, stereo: .up), Bond(from: 1, to: 3),
        Bond(from: 3, to: 4, .double), Bond(from: 3, to: 5),
      ])
  }()

  /// A hashed and a wavy bond at one atom.
  static let stereo = Molecule(
    atoms: [
      atom("C", 0, 0), atom("Cl", -1.3, 0.75), atom("Br", 1.3, 0.75), atom("F", 0, -1.5),
    ],
    bonds: [
      Bond(from: 0, to: 1, stereo: .down), Bond(from: 0, to: 2, stereo: .either),
      Bond(from: 0, to: 3, stereo: .up),
    ])

  static let water = Molecule(atoms: [atom("O", 0, 0, hydrogens: 2)])
  static let methane = Molecule(atoms: [atom("C", 0, 0, hydrogens: 4)])

  /// Methanol in three dimensions: the oxygen behind the carbon.
  static let spatial: Molecule = {
    var carbon = atom("C", 0, 0, hydrogens: 3)
    var oxygen = atom("O", 0.2, 0, hydrogens: 1)
    carbon.position.z = 0.7
    oxygen.position.z = -0.7
    return Molecule(atoms: [carbon, oxygen], bonds: [Bond(from: 0, to: 1)])
  }()

  static let esterification = Reaction(components: [
    .init(.reactant, acetone), .init(.reactant, water), .init(.agent, Molecule(), name: "H+"),
    .init(.product, acetonitrile, stoichiometry: "2"),
  ])

  /// A polymer's unit of two carbon atoms in brackets, and a number beside an atom.
  static let polymer: Molecule = {
    var molecule = Molecule(
      atoms: [
        atom("*", 0, 0), atom("C", 1.3, 0.75, hydrogens: 2), atom("C", 2.6, 0, hydrogens: 1),
        atom("*", 3.9, 0.75), atom("Cl", 2.6, -1.5),
      ],
      bonds: [
        Bond(from: 0, to: 1), Bond(from: 1, to: 2), Bond(from: 2, to: 3), Bond(from: 2, to: 4),
      ])
    func extra(_ key: String, _ value: String) -> Extra { Extra(.connectionTable, key, value) }
    molecule.groups = [
      SubstanceGroup(
        kind: "SRU",
        attributes: [
          extra("ATOMS", "(3 2 3 5)"), extra("XBONDS", "(2 1 3)"), extra("CONNECT", "HT"),
          extra("BRKXYZ", "(9 0.65 -2 0 0.65 1.5 0 0 0 0)"),
          extra("BRKXYZ", "(9 3.25 1.5 0 3.25 -2 0 0 0 0)"),
        ]),
      SubstanceGroup(
        kind: "DAT", attributes: [extra("ATOMS", "(1 4)"), extra("FIELDDATA", "M = 40000")]),
    ]
    return molecule
  }()
}
