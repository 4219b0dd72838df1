import Glibc
import Reprise

/// The built-in demo data: serotonin receptors, compounds, probes and laboratory protocols.
/// Targets, compounds and two probes are those of the openBIS iPad app's public demo, with data
/// from UniProt and ChEMBL. The rest is invented.
struct DemoInstance {
  private let targets: [Target]
  private let compounds: [Compound]
  private let protocols: [LaboratoryProtocol]

  private static let probeCount = 72
  /// In seconds since 1970: the data never change.
  static let timestamp = 1_379_578_500

  init() throws {
    let data = try JSON(PackageResources.demo_json)
    targets = (data["targets"]?.array ?? []).map { Target($0) }
    compounds = (data["compounds"]?.array ?? []).map { Compound($0) }
    protocols = (data["protocols"]?.array ?? []).map { LaboratoryProtocol($0) }
  }

  var source: InMemorySource {
    InMemorySource(
      entities,
      preferences: ClientPreferences(
        refreshInterval: 1800, searchDomains: [SearchDomain(key: "GLOBAL", label: "Search")]),
      timestamp: Self.timestamp)
  }

  var entities: [Entity] {
    let probes = probes
    return [
      category("TARGETS AND COMPOUNDS", "Targets and Compounds", in: "Navigation")
        .with(children: targets.map(\.id) + compounds.map(\.id)),
      category("PROBES", "Probes", in: "Navigation").with(children: probes.map(\.id)),
      category("PROTOCOLS", "Protocols", in: "Laboratory").with(children: protocols.map(\.id)),
    ]
      + targets.map { target in
        target.entity.with(children: probes.filter { $0.target.id == target.id }.map(\.id))
      } + compounds.map(\.entity)
      + probes.map(\.entity)
      + protocols.map { assay in
        assay.entity.with(
          children: probes.filter { $0.assay.code == assay.code }.map(\.id))
      }
  }

  private var probes: [Probe] {
    (1...Self.probeCount).map { number in
      Probe(
        number: number, target: targets[number < 3 ? 0 : (number * 7) % targets.count],
        compound: compounds[number - 1], assay: protocols[(number - 1) % (protocols.count - 1)])
    }
  }

  private func category(_ code: String, _ title: String, in group: String) -> Entity {
    var entity = Entity(
      ResourceID(code), ("NAVIGATION", "NAVIGATION", code), in: group, title, "", properties: [])
    entity.isRootLevel = true
    return entity
  }
}

extension Entity {
  /// `refcon` is the kind, type and code by which the instance finds the entity.
  fileprivate init(
    _ id: ResourceID, _ refcon: (kind: String, type: String, code: String),
    in category: String? = nil, _ header: String, _ summary: String, identifier: String? = nil,
    properties: [Property]
  ) {
    self.init(id)
    self.refcon = .object([
      JSON.Member("code", .string(refcon.code)), JSON.Member("entityKind", .string(refcon.kind)),
      JSON.Member("entityType", .string(refcon.type)),
    ])
    self.category = category ?? refcon.type
    self.header = header
    self.summary = summary
    self.identifier = identifier
    images = identifier.map { _ in EntityImages() }
    self.properties = properties
  }

  fileprivate func with(children: [ResourceID]) -> Entity {
    var entity = self
    entity.children = children
    return entity
  }
}

extension JSON {
  fileprivate func text(_ key: String) -> String { self[key]?.string ?? "" }
}

private struct Target {
  let code: String
  let names: String
  let genes: String
  let length: String

  init(_ json: JSON) {
    code = json.text("code")
    names = json.text("protein")
    genes = json.text("genes")
    length = json.text("length")
  }

  var id: ResourceID { ResourceID("\(code) (5HT_TARGET)") }

  var name: String { names.firstRange(of: " (").map { String(names[..<$0.lowerBound]) } ?? names }

  var entity: Entity {
    Entity(
      id, ("MATERIAL", "5HT_TARGET", code), code, name, identifier: id.text,
      properties: [
        Property("NAME", "Name", name), Property("PROT_NAME", "Protein Name", names),
        Property("GENE_NAME", "Gene Name", genes), Property("LENGTH", "Length", length),
        Property("DESC", "Description", nil),
        Property("UNICODE_PROPERTY", "Unicode Property", "A pröperty wïth accents."),
      ])
  }
}

private struct Compound {
  let code: String
  let formula: String
  let weight: String
  let smiles: String

  init(_ json: JSON) {
    code = json.text("code")
    formula = json.text("formula")
    weight = json.text("weight")
    smiles = json.text("smiles")
  }

  var id: ResourceID { ResourceID("\(code) (5HT_COMPOUND)") }

  var entity: Entity {
    Entity(
      id, ("MATERIAL", "5HT_COMPOUND", code), code, formula, identifier: id.text,
      properties: [
        Property("FORMULA", "Chemical Formula", formula),
        Property("WEIGHT", "Molecular Weight", weight),
        Property("SMILES", "Chemical Structure in SMILES Format", smiles),
      ]
    ).with(children: [])
  }
}

private struct LaboratoryProtocol {
  let code: String
  let title: String
  let summary: String
  let text: String

  init(_ json: JSON) {
    code = json.text("code")
    title = json.text("title")
    summary = json.text("summary")
    text = json.text("text")
  }

  var id: ResourceID { ResourceID("PROTOCOL-\(code)") }

  var entity: Entity {
    Entity(
      id, ("SAMPLE", "PROTOCOL", code), title, summary, identifier: "/LABORATORY/\(code)",
      properties: [Property("TEXT", "Procedure", text)])
  }
}

/// A measurement of a compound at a target.
private struct Probe {
  let number: Int
  let target: Target
  let compound: Compound
  let assay: LaboratoryProtocol

  var code: String { "PROBE\(number)" }

  var id: ResourceID { ResourceID("20121008094501234-\(16 + number)") }

  private var description: String {
    switch number {
    case 1:
      "Binding affinity against 5-hydroxytryptamine 1A receptor was measured using [3H]8-OH-DPAT as "
        + "radioligand"
    case 2: "Binding affinity for 5-hydroxytryptamine 1A receptor"
    default: "\(assay.title) of \(compound.code) at \(target.name)"
    }
  }

  var entity: Entity {
    let curve = DemoCurve(number: number)
    let rows = curve.points.map { "<tr><td>\($0.concentration)</td><td>\($0.percent)</td></tr>" }
    let properties = [
      Property("DESC", "Description", description),
      Property("PROTOCOL", "Protocol", assay.title),
      Property("IC50", "Half-maximal concentration", "\(curve.middle.grouped) nM"),
      Property(
        "MEASURED", "Measured",
        "<html><body><table><thead><tr><th>concentration, nM</th><th>inhibition, %</th></tr></thead>"
          + "<tbody>\(rows.joined())</tbody></table></body></html>"),
      Property("TIMESTAMP", "Timestamp", "2013-09-19 08:15:00"),
    ]
    var entity = Entity(
      id, ("SAMPLE", "5HT_PROBE", code), code, description, identifier: "/PROBES/\(code)",
      properties: properties)
    entity.children = [target.id, compound.id]
    entity.images = EntityImages(marquee: .content(curve.png, format: "png"))
    entity.isMissing = number == 72
    return entity
  }
}
