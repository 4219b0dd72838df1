import Core

/// Reads the molecules and reactions of a CDX file: one record for each reaction step, and one for
/// each fragment outside of reactions.
struct CDXReader {
  var problems = FormatErrors()
  /// The texts that belong to no reaction, without repetitions.
  private(set) var texts: [String] = []
  /// The factor from file units to units in which the median bond is 1.5 long, as in SketchEl.
  private var scale = 1.0
  private var maps: [UInt32: Int] = [:]
  /// The atoms left to create. Steps and labels can name a fragment repeatedly, without bound.
  var budget = CDXReader.atomLimit
  private static let atomLimit = 400_000
  private static let textLimit = 1_000
  /// The objects that reaction steps can name: fragments, groups, and texts outside of fragments.
  private var objects: [UInt32: CDXObject] = [:]

  mutating func read(_ bytes: [UInt8]) throws -> [Record] {
    var parser = try CDXParser(bytes)
    let document = parser.read()
    if let problem = parser.problem { problems.note(problem) }
    scale = CDXReader.scale(of: document)
    let steps = CDXReader.objects(in: document) { $0.tag == .step }
    var used: Set<UInt32> = []
    objects = steps.isEmpty ? [:] : CDXReader.objectsByID(in: document)
    var records = steps.compactMap { step in reaction(step, &used).map { Record(.reaction($0)) } }
    maps = [:]
    if steps.isEmpty, let reaction = reactionAtArrow(in: document, &used) {
      var record = Record(.reaction(reaction))
      record.problems = [
        FormatError(
          .whole, "The drawing has an arrow and no scheme.",
          advice: "Reactants and products are guessed by position. Make it a scheme in ChemDraw.")
      ]
      records.append(record)
    }
    for text in CDXReader.texts(in: document) where !used.contains(text.id) {
      let plainText = CDXReader.plainText(of: text)
      if !plainText.isEmpty, !texts.contains(plainText), texts.count < CDXReader.textLimit {
        texts.append(plainText)
      }
    }
    for fragment in CDXReader.fragments(in: document) where !used.contains(fragment.id) {
      let molecule = molecule(of: fragment)
      if !molecule.atoms.isEmpty { records.append(Record(.molecule(molecule))) }
    }
    if records.isEmpty {
      problems.note(
        .whole, "The drawing has no structures.", advice: "Open it with ChemDraw to see it.")
    }
    return records
  }

  /// The children of a match aren't searched.
  static func objects(in object: CDXObject, where isWanted: (CDXObject) -> Bool) -> [CDXObject] {
    object.children.flatMap { child in
      isWanted(child) ? [child] : objects(in: child, where: isWanted)
    }
  }

  private static func objectsByID(in object: CDXObject) -> [UInt32: CDXObject] {
    var found: [UInt32: CDXObject] = [:]
    func add(_ object: CDXObject) {
      for child in object.children where child.tag != .step {
        if found[child.id] == nil { found[child.id] = child }
        if child.tag != .fragment { add(child) }
      }
    }
    add(object)
    return found
  }

  /// The fragments that aren't nested in a node.
  static func fragments(in object: CDXObject) -> [CDXObject] {
    objects(in: object) { $0.tag == .fragment || $0.tag == .node }.filter { $0.tag == .fragment }
  }

  private static func scale(of document: CDXObject) -> Double {
    var lengths: [Double] = []
    for fragment in fragments(in: document) {
      let positions = Dictionary(
        fragment.children(.node).map { ($0.id, rawPosition(of: $0)) },
        uniquingKeysWith: { first, _ in first })
      for bond in fragment.children(.bond) {
        guard let from = positions[bond.id(.bondBegin)], let to = positions[bond.id(.bondEnd)]
        else { continue }
        let length = from.distance(to: to)
        if length > 0 { lengths.append(length) }
      }
    }
    lengths.sort()
    return lengths.isEmpty ? 1.5 / (14.4 * 65536) : 1.5 / lengths[lengths.count / 2]
  }

  /// In file units, with y pointing up.
  static func rawPosition(of node: CDXObject) -> Position {
    node.points(.position).first ?? Position()
  }

  func position(of node: CDXObject) -> Position {
    let raw = CDXReader.rawPosition(of: node)
    return Position(x: raw.x * scale, y: raw.y * scale)
  }

  // MARK: Reactions

  /// Map numbers are unique within a step only: an intermediate is part of two steps.
  private mutating func readMaps(_ step: CDXObject) {
    maps = [:]
    let ids = step.integers(.maps)
    for index in stride(from: 0, to: ids.count - 1, by: 2) {
      maps[ids[index]] = index / 2 + 1
      maps[ids[index + 1]] = index / 2 + 1
    }
  }

  func map(of id: UInt32) -> Int { maps[id] ?? 0 }

  private mutating func reaction(_ step: CDXObject, _ used: inout Set<UInt32>) -> Reaction? {
    var reaction = Reaction()
    readMaps(step)
    var seen: Set<UInt32> = []
    let parts: [(CDXObject.Property, Reaction.Role)] = [
      (.reactants, .reactant), (.products, .product), (.aboveArrow, .agent), (.belowArrow, .agent),
    ]
    for (property, role) in parts {
      for id in step.integers(property) {
        guard let object = objects[id], seen.insert(id).inserted else { continue }
        if object.tag == .text, role == .agent {
          let name = Characters.oneLine(object.text(.text) ?? "").trimmed
          if !name.isEmpty { reaction.components.append(.init(role, Molecule(), name: name)) }
          used.insert(id)
        }
        let fragments = object.tag == .fragment ? [object] : CDXReader.fragments(in: object)
        for fragment in fragments {
          used.insert(fragment.id)
          reaction.components.append(.init(role, molecule(of: fragment)))
        }
      }
    }
    let hasStructure = reaction.components.contains { !$0.molecule.atoms.isEmpty }
    return hasStructure ? reaction : nil
  }
}
