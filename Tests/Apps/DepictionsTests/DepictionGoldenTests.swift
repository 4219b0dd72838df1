import Chemistry
import Depictions
import RepriseTesting
import Terminals
import Testing

@Suite struct DepictionGoldenTests {
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let structure: PreparedStructure
    var viewpoint = Viewpoint.whole
    var testDescription: String { name }

    init(_ name: String, _ molecule: Molecule, from viewpoint: Viewpoint = .whole) {
      self.name = name
      structure = PreparedStructure(molecule)
      self.viewpoint = viewpoint
    }

    init(_ name: String, _ reaction: Reaction) {
      self.name = name
      structure = PreparedStructure(reaction)
    }
  }

  static let scenes = [
    Scene("benzene", Structures.benzene), Scene("acetone", Structures.acetone),
    Scene("acetonitrile", Structures.acetonitrile), Scene("alanine", Structures.alanine),
    Scene("stereo", Structures.stereo), Scene("water", Structures.water),
    Scene("methane", Structures.methane), Scene("reaction", Structures.esterification),
    Scene("turned", Structures.acetone, from: Viewpoint(roll: 90)),
    Scene("polymer", Structures.polymer),
    Scene("polymer-turned", Structures.polymer, from: Viewpoint(roll: 90)),
    Scene("near", Structures.benzene, from: Viewpoint(zoom: 2, across: 1)),
  ]

  @Test(
    "Depictions look as in their goldens", arguments: scenes, [Depiction.Script.braille, .ascii])
  func looksAsItDid(scene: Scene, script: Depiction.Script) throws {
    let size = Size(rows: 12, columns: 48)
    var canvas = Canvas(size: size)
    Depiction(scene.structure, size: size, from: scene.viewpoint, in: script).draw(in: &canvas)
    let name = "\(scene.name)-\(script == .ascii ? "ascii" : "braille")"
    try assertGolden(canvas.picture, name, suite: "Depictions")
  }
}
