import Reprise

/// The contents of a strict server: those of the servers that were recorded, as far as the requests
/// need them.
struct StrictInstance: Sendable {
  struct User: Sendable {
    let name: String
    let password: String
    var email = ""
    var hasRole = true
    /// The spaces that the user may see; nil for all.
    var spaces: Set<String>?

    func sees(_ space: String) -> Bool { spaces?.contains(space) ?? true }
  }

  struct Token: Sendable {
    let user: String
    let validFrom: Int
    let validTo: Int
  }

  struct Property: Sendable {
    let code: String
    let label: String
    let value: String?
    var dataType = "VARCHAR"
    /// The labels of the vocabulary's terms by their codes; nil for a property of another data
    /// type.
    var terms: [String: String]?
  }

  struct Space: Sendable {
    let code: String
    let description: String?
  }

  struct Project: Sendable {
    let permID: String
    let space: String
    let code: String
    let description: String?

    var identifier: String { "/\(space)/\(code)" }
  }

  struct Experiment: Sendable {
    let permID: String
    let project: String
    let code: String
    let type: String
    var properties: [Property] = []

    var identifier: String { "\(project)/\(code)" }
    var space: String { String(project.dropFirst().prefix { $0 != "/" }) }
  }

  struct Sample: Sendable {
    let permID: String
    let code: String
    let type: String
    let space: String
    /// The identifiers of the project and the experiment.
    var project: String?
    var experiment: String?
    var properties: [Property] = []
    var parents: [String] = []
    var modifiedAt = 1_795_312_714
    /// True if a user has deleted it and the trash isn't emptied.
    var isInTrash = false

    var identifier: String { "\(project ?? "/" + space)/\(code)" }
    func property(_ code: String) -> String? { properties.first { $0.code == code }?.value }
  }

  struct Material: Sendable {
    let code: String
    let type: String
    let summary: String
    var properties: [Property] = []

    var permID: String { "\(code) (\(type))" }
  }

  struct DataSet: Sendable {
    let permID: String
    let type: String
    let space: String
    var experiment: String?
    var sample: String?
    /// The files by their paths: "original/original/leaf.png".
    var files: [String: [UInt8]] = [:]
    var properties: [Property] = []
  }

  var users: [User] = []
  var tokens: [String: Token] = [:]
  var spaces: [Space] = []
  var projects: [Project] = []
  var experiments: [Experiment] = []
  var samples: [Sample] = []
  var materials: [Material] = []
  var dataSets: [DataSet] = []
  /// The ids of samples that are deleted for good.
  var deleted: [String] = []
  /// The data store's address, as the server tells it; empty where it tells none (pyBIS 1.10.7).
  var storeAddress = "http://127.0.0.1:18444"
  /// The addresses of further data stores; no recorded server had any.
  var otherStores: [String] = []
  /// The number of objects that every answer claims there are in all; nil for as many as there are.
  var claimedTotal: Int?
  /// True for an answer to every page that has the first one, as no real server gives it.
  var givesFirstPageAlone = false
  /// The aggregation services; none on an instance without plugins.
  var services: [(key: String, label: String)] = [
    ("ipad-read-service-v1", "iPad Read Service"), ("table-probe", "Table probe"),
  ]
}

extension StrictInstance {
  /// The probes, targets and compounds of the recorded servers, and their garden.
  static var probes: StrictInstance {
    var instance = StrictInstance()
    instance.users = [
      User(name: "admin", password: "secret", email: "admin@localhost"),
      User(name: "observer", password: "lookonly", spaces: ["PROBES"]),
      User(name: "anna-maria.o-neil", password: "p\"\\w/ 植", spaces: ["GARDEN"]),
      User(name: "tess", password: "poweruser", hasRole: false),
      User(name: "norole", password: "nothing", hasRole: false),
    ]
    instance.tokens["$pat-admin-1"] = Token(user: "admin", validFrom: 0, validTo: 4_000_000_000)
    instance.spaces = [
      Space(code: "DEFAULT", description: nil),
      Space(code: "PROBES", description: "Probes of the fern house"),
      Space(code: "GARDEN", description: "Grüne Sammlung – Farne & Moose 植物"),
      Space(code: "SECRET", description: "Only for the admin"),
    ]
    instance.projects = [
      Project(permID: "20261122014701576-1", space: "DEFAULT", code: "DEFAULT", description: nil),
      Project(permID: "20261122015833715-1", space: "PROBES", code: "PROBE", description: "Probes"),
      Project(permID: "20261122015833715-2", space: "GARDEN", code: "FERNS", description: "Ferns"),
    ]
    instance.experiments = [
      Experiment(
        permID: "20261122015833979-5", project: "/PROBES/PROBE", code: "5HT-EXP", type: "5HT_EXP"),
      Experiment(
        permID: "20261122015833979-6", project: "/GARDEN/FERNS", code: "SPRING", type: "SEASON",
        properties: [Property(code: "NOTES", label: "Notes", value: "a mild one")]),
    ]
    instance.materials = [
      target("T1", "receptor one", "ONE", "ONE protein", "GT1", "422"),
      target("T2", "receptor two", "TWO", "TWO protein", "GT2", "381"),
      compound("C1", "C21 H21 N5", "343.42493", "CCO"), compound("C2", "C8 H9 N", "119.1", "CCN"),
      compound("C3", nil, nil, nil),
    ]
    instance.samples = [
      probe("45", "PROBE1", "Binding of compound one to receptor one", "T1", "C1"),
      probe("47", "PROBE3", "no compound at all", "T2", nil),
      probe("48", "PROBE10", "affinity agonist", "T2", "C3"),
      probe("46", "PROBE2", "Binding of compound two", "T1", "C2"),
    ]
    instance.samples += (1...30).map { number in
      Sample(
        permID: "20261122015834316-\(number + 9)", code: "FERN-\(number)", type: "PLANT",
        space: "GARDEN", project: "/GARDEN/FERNS", experiment: "/GARDEN/FERNS/SPRING",
        properties: number == 1
          ? [
            Property(code: "PLANT_NAME", label: "Name", value: "Königsfarn 植"),
            Property(code: "HEIGHT_CM", label: "Height", value: "12.5", dataType: "REAL"),
            Property(
              code: "STATE", label: "State", value: "IN_PROGRESS",
              dataType: "CONTROLLEDVOCABULARY", terms: ["IN_PROGRESS": "In progress"]),
            Property(
              code: "SPORES", label: "Spores of", value: "20261122015834316-11",
              dataType: "SAMPLE"),
          ] : [])
    }
    instance.samples.append(
      Sample(
        permID: "20261122015836497-40", code: "FERN-CHILD", type: "PLANT", space: "GARDEN",
        project: "/GARDEN/FERNS", parents: ["20261122015834316-10", "20261122015834316-11"]))
    instance.dataSets = [
      DataSet(
        permID: "20261122020728292-50", type: "RAW_DATA", space: "GARDEN",
        experiment: "/GARDEN/FERNS/SPRING", sample: "20261122015834316-10",
        files: [
          "original/original/leaf.png": png, "original/original/note.txt": Array("grün\n".utf8),
          "original/original/pic.jpg": [0xFF, 0xD8, 0xFF],
          "original/original/page.html": Array("<html><script>alert(1)</script></html>".utf8),
          "original/original/images/PROBE1.png": png,
        ]),
      DataSet(
        permID: "20261122020729862-51", type: "IMAGES", space: "PROBES",
        experiment: "/PROBES/PROBE/5HT-EXP",
        files: [
          "original/images/PROBE1.jpg": [0xFF, 0xD8, 0xFF, 0xE0], "original/images/PROBE2.jpg": png,
        ]),
    ]
    instance.deleted = ["20261122021011190-54", "20261122021011190-55"]
    return instance
  }

  /// The same contents at an instance without plugins, as most are today.
  static var withoutPlugins: StrictInstance {
    var instance = probes
    instance.services = []
    return instance
  }

  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]

  static func probe(
    _ id: String, _ code: String, _ text: String, _ target: String?, _ compound: String?
  ) -> Sample {
    Sample(
      permID: "20261122015839416-\(id)", code: code, type: "5HT_PROBE", space: "PROBES",
      project: "/PROBES/PROBE", experiment: "/PROBES/PROBE/5HT-EXP",
      properties: [
        Property(code: "DESC", label: "Description", value: text),
        Property(code: "TARGET", label: "Target", value: target.map { "\($0) (5HT_TARGET)" }),
        Property(
          code: "COMPOUND", label: "Compound", value: compound.map { "\($0) (5HT_COMPOUND)" }),
      ])
  }

  static func target(
    _ code: String, _ text: String, _ name: String, _ protein: String, _ gene: String,
    _ length: String
  ) -> Material {
    Material(
      code: code, type: "5HT_TARGET", summary: text,
      properties: [
        Property(code: "NAME", label: "Name", value: name),
        Property(code: "PROT_NAME", label: "Protein Name", value: protein),
        Property(code: "GENE_NAME", label: "Gene Name", value: gene),
        Property(code: "LENGTH", label: "Length", value: length),
        Property(code: "CHEMBL", label: "Chembl Id", value: nil),
        Property(code: "DESC", label: "Description", value: text),
      ])
  }

  static func compound(
    _ code: String, _ formula: String?, _ weight: String?, _ smiles: String?
  ) -> Material {
    Material(
      code: code, type: "5HT_COMPOUND", summary: formula ?? "",
      properties: [
        Property(code: "FORMULA", label: "Chemical Formula", value: formula),
        Property(code: "WEIGHT", label: "Molecular Weight", value: weight),
        Property(code: "SMILES", label: "Chemical Structure", value: smiles),
      ])
  }
}
