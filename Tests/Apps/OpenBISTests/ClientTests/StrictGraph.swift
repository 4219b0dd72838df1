import Reprise

/// The contents of a strict server as V3 sees them: things that belong to others.
struct StrictGraph {
  struct Node {
    let kind: String
    let permID: String
    let code: String
    let identifier: String
    var type: String?
    var description: String?
    var properties: [StrictInstance.Property] = []
    /// Places of other nodes, by the words of criteria and fetch options.
    var related: [String: [Int]] = [:]
    var files: [String: [UInt8]] = [:]

    var key: String { "\(kind) \(permID)" }
  }

  private(set) var nodes: [Node] = []
  private var places: [String: Int] = [:]
  private var named: [String: Int] = [:]

  /// Creates the graph of what a user may see.
  init(_ instance: StrictInstance, _ user: StrictInstance.User) {
    for space in instance.spaces where user.sees(space.code) {
      _ = add(
        Node(
          kind: "Space", permID: space.code, code: space.code, identifier: "/" + space.code,
          description: space.description))
    }
    for project in instance.projects where user.sees(project.space) {
      let place = add(
        Node(
          kind: "Project", permID: project.permID, code: project.code,
          identifier: project.identifier, description: project.description))
      link(place, "space", "Space", "/" + project.space, back: "projects")
    }
    for experiment in instance.experiments where user.sees(experiment.space) {
      let place = add(
        Node(
          kind: "Experiment", permID: experiment.permID, code: experiment.code,
          identifier: experiment.identifier, type: experiment.type,
          properties: experiment.properties))
      link(place, "project", "Project", experiment.project, back: "experiments")
    }
    for sample in instance.samples where user.sees(sample.space) && !sample.isInTrash {
      let place = add(
        Node(
          kind: "Sample", permID: sample.permID, code: sample.code,
          identifier: sample.identifier, type: sample.type, properties: sample.properties))
      link(place, "space", "Space", "/" + sample.space, back: "samples")
      if let project = sample.project {
        link(place, "project", "Project", project, back: "samples")
      }
      if let experiment = sample.experiment {
        link(place, "experiment", "Experiment", experiment, back: "samples")
      }
    }
    for sample in instance.samples {
      guard let place = places["Sample \(sample.permID)"] else {
        continue
      }
      for parent in sample.parents {
        guard let other = places["Sample \(parent)"] else {
          continue
        }
        nodes[place].related["parents", default: []].append(other)
        nodes[other].related["children", default: []].append(place)
      }
    }
    for dataSet in instance.dataSets where user.sees(dataSet.space) {
      let place = add(
        Node(
          kind: "DataSet", permID: dataSet.permID, code: dataSet.permID,
          identifier: dataSet.permID, type: dataSet.type, properties: dataSet.properties,
          files: dataSet.files))
      if let experiment = dataSet.experiment {
        link(place, "experiment", "Experiment", experiment, back: "dataSets")
      }
      if let sample = dataSet.sample,
        let other = places["Sample \(sample)"]
      {
        nodes[place].related["sample"] = [other]
        nodes[other].related["dataSets", default: []].append(place)
      }
    }
  }

  private mutating func add(_ node: Node) -> Int {
    places[node.key] = nodes.count
    named["\(node.kind) \(node.identifier)"] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func link(
    _ place: Int, _ word: String, _ kind: String, _ identifier: String, back: String
  ) {
    guard let other = named["\(kind) \(identifier)"] else { return }
    nodes[place].related[word] = [other]
    nodes[other].related[back, default: []].append(place)
  }
}

extension StrictGraph {
  /// Tells whether a thing meets a criterion. One that isn't modelled is a failure, never a match.
  func meets(_ criterion: JSON, _ place: Int) throws(StrictFailure) -> Bool {
    guard let type = criterion["@type"]?.string else { throw .undeserialized }
    let node = nodes[place]
    switch type.split(separator: ".").last.map({ String($0) }) ?? "" {
    case "CodeSearchCriteria":
      // v3-search/value-null-CodeSearchCriteria: null finds everything.
      if criterion["fieldValue"]?["value"] == .null { return true }
      return try Self.matches(criterion, [node.code], ignoringCase: true)
    case "PermIdSearchCriteria": return try Self.matches(criterion, [node.permID])
    case "IdentifierSearchCriteria":
      return try Self.matches(criterion, [node.identifier], ignoringCase: true)
    case "AnyFieldSearchCriteria":
      let texts =
        [node.code, node.identifier, node.permID, node.type] + node.properties.map(\.value)
      return try Self.matches(criterion, texts.compactMap(\.self))
    case "SampleTypeSearchCriteria", "ExperimentTypeSearchCriteria", "DataSetTypeSearchCriteria":
      // pyBIS asks so for the objects of a type.
      for part in criterion["criteria"]?.array ?? [] {
        guard try Self.matches(part, [node.type ?? ""], ignoringCase: true) else { return false }
      }
      return true
    case "NoExperimentSearchCriteria": return node.related["experiment"] == nil
    case "NoProjectSearchCriteria": return node.related["project"] == nil
    case "NoSampleSearchCriteria": return node.related["sample"] == nil
    case "SampleParentsSearchCriteria": return try any("parents", criterion, place)
    case "SampleChildrenSearchCriteria": return try any("children", criterion, place)
    case "SpaceSearchCriteria":
      return node.kind == "Space" ? try all(criterion, place) : try any("space", criterion, place)
    case "ProjectSearchCriteria":
      return node.kind == "Project"
        ? try all(criterion, place) : try any("project", criterion, place)
    case "ExperimentSearchCriteria":
      return node.kind == "Experiment"
        ? try all(criterion, place) : try any("experiment", criterion, place)
    case "SampleSearchCriteria":
      return node.kind == "Sample" ? try all(criterion, place) : try any("sample", criterion, place)
    case "DataSetSearchCriteria": return try all(criterion, place)
    // v3-refused/criterion-of-unknown-type; a test that meets it has a criterion that isn't modelled.
    default: throw .undeserialized
    }
  }

  private func all(_ criterion: JSON, _ place: Int) throws(StrictFailure) -> Bool {
    let parts = criterion["criteria"]?.array ?? []
    let isOr = criterion["operator"]?.string == "OR"
    for part in parts {
      let isMet = try meets(part, place)
      if isMet == isOr { return isMet }
    }
    return parts.isEmpty || !isOr
  }

  private func any(
    _ word: String, _ criterion: JSON, _ place: Int
  ) throws(StrictFailure) -> Bool {
    for other in nodes[place].related[word] ?? [] where try all(criterion, other) { return true }
    return false
  }

  /// v3-search/*: Equal is exact but for wildcards; Contains ignores case and takes them, too.
  private static func matches(
    _ criterion: JSON, _ texts: [String], ignoringCase: Bool = false
  ) throws(StrictFailure) -> Bool {
    guard let value = criterion["fieldValue"], let type = value["@type"]?.string else {
      throw .typeless("AbstractFieldSearchCriteria")
    }
    // v3-search/value-null-AnyFieldSearchCriteria, value-null-IdentifierSearchCriteria
    guard let text = value["value"]?.string else {
      throw StrictFailure(
        "java.lang.RuntimeException",
        "Cannot invoke \"String.startsWith(String)\" because \"<parameter1>\" is null (Context: [])"
      )
    }
    switch type {
    case "as.dto.common.search.StringEqualToValue":
      let pattern = StrictPattern(text)
      return texts.contains {
        pattern.matches($0) || (ignoringCase && $0.lowercased() == text.lowercased())
      }
    case "as.dto.common.search.StringContainsValue":
      let pattern = StrictPattern("*\(text)*")
      return texts.contains { pattern.matches($0) }
    case "as.dto.common.search.StringStartsWithValue":
      let pattern = StrictPattern(text + "*")
      return texts.contains { pattern.matches($0) }
    default: throw .typeless("AbstractStringValue: \(type)")
    }
  }
}
