@testable import Chemistry

/// Small files of each format, written for the tests.
enum Samples {
  /// Alanine's zwitterion with a wedge, a map number and carbon-13.
  static let alanine = """
    alanine
      Reprise           2D
    a comment
      6  5  0  0  1  0  0  0  0  0999 V2000
        0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  7  0  0
        1.2990    0.7500    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
       -1.2990    0.7500    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
        0.0000   -1.5000    0.0000 N   0  3  0  0  0  0  0  0  0  0  0  0
        2.5981    0.0000    0.0000 O   0  5  0  0  0  0  0  0  0  0  0  0
        1.2990    2.2500    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0
      1  2  1  0  0  0  0
      1  3  1  0  0  0  0
      1  4  1  1  0  0  0
      2  5  1  0  0  0  0
      2  6  2  0  0  0  0
    M  CHG  2   4   1   5  -1
    M  ISO  1   3  13
    M  END

    """

  /// The same in V3000, with other numbers and a line that goes on.
  static let alanineExtended = #"""
    alanine
      Reprise           2D
    a comment
      0  0  0     0  0            999 V3000
    M  V30 BEGIN CTAB
    M  V30 COUNTS 6 5 1 0 1
    M  V30 BEGIN ATOM
    M  V30 10 C 0 0 0 7
    M  V30 20 C 1.299 0.75 0 0
    M  V30 30 C -1.299 0.75 0 0 MASS=13
    M  V30 40 N 0 -1.5 0 0 CHG=1
    M  V30 50 O 2.5981 0 0 -
    M  V30 0 CHG=-1
    M  V30 60 O 1.299 2.25 0 0
    M  V30 END ATOM
    M  V30 BEGIN BOND
    M  V30 1 1 10 20
    M  V30 2 1 10 30
    M  V30 3 1 10 40 CFG=1
    M  V30 4 1 20 50
    M  V30 5 2 20 60
    M  V30 END BOND
    M  V30 BEGIN SGROUP
    M  V30 1 DAT 0 ATOMS=(2 40 50) FIELDNAME="a name" FIELDDATA="say ""hi"""
    M  V30 END SGROUP
    M  V30 BEGIN COLLECTION
    M  V30 MDLV30/STEABS ATOMS=(1 10)
    M  V30 END COLLECTION
    M  V30 END CTAB
    M  END

    """#

  static func document(_ text: String, _ name: String = "") throws -> ChemicalDocument {
    try ChemicalDocument(Array(text.utf8), fileName: name)
  }

  static func molecule(_ text: String) throws -> Molecule {
    var reader = MolfileReader(TextLines(Array(text.utf8)))
    return try reader.read()
  }

  static func problem(_ read: () throws -> Void) -> FormatError? {
    do {
      try read()
      return nil
    } catch { return error as? FormatError }
  }
}
