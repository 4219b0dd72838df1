import Chemistry
import Depictions
import Reprise

extension Record {
  /// The structure drawn in characters, as lines of text; empty if there is nothing to draw.
  func picture(_ size: Size, _ script: Depiction.Script) -> String {
    switch structure {
    case .molecule(let molecule): Depiction(molecule, size: size, in: script).text
    case .reaction(let reaction): Depiction(reaction, size: size, in: script).text
    case .none: ""
    }
  }
}
