import Accounts
import Glibc
import Reprise

extension Detail {
  /// Their own list contains all.
  static let mostChildren = 12

  init(_ entity: Entity, _ children: [Entity]) {
    var facts = [
      ("Identifier", entity.identifier), ("Category", entity.category),
      ("Permanent id", entity.id.text),
    ].compactMap { label, value in
      value.flatMap { $0.isEmpty ? nil : DetailRow.labelled(id: "fact-\(label)", label, $0) }
    }
    if entity.isDeleted {
      facts.insert(
        .text(id: "deleted", "The instance has deleted this.", role: .bad), at: 0)
    } else if entity.isMissing {
      facts.insert(
        .text(
          id: "missing",
          "The last complete answer no longer has this. It may be in the instance's trash.",
          role: .warning), at: 0)
    } else if let seen = entity.lastSeen {
      let minute = Timestamp(seconds: seen).minute(in: .local)
      facts.insert(
        .text(
          id: "last seen",
          "Not in the last answer, some rows of which can't be read. "
            + "As it was last seen (\(minute)).",
          role: .warning), at: 0)
    }
    if entity.properties == nil {
      facts.append(
        .text(
          id: "provisional", "Its details haven't been fetched; this is from its list.",
          role: .secondary))
    }
    facts += (entity.images?.all ?? []).enumerated().map { number, image in
      .labelled(
        id: "image-\(number)", number == 0 ? "Image" : "Image \(number + 1)", image.label,
        aside: image.aside, opens: Route.image(number: number, of: entity.id))
    }
    var sections = [DetailSection(rows: facts)]
    sections += (entity.properties ?? []).sections
    if entity.hasChildren { sections.append(DetailSection(below: entity, children)) }
    let mark = EntityRow(entity, isParent: true).mark
    self.init(
      title: entity.title, mark: mark.symbol == "▼" ? nil : mark, headline: entity.title,
      subtitle: entity.summary ?? "", sections: sections)
    isProvisional = entity.properties == nil
  }
}

extension DetailSection {
  fileprivate init(below entity: Entity, _ children: [Entity]) {
    let count = entity.countBelow ?? 0
    var rows = children.map { child in
      DetailRow.table(
        id: "child-\(child.id.text)", mark: EntityRow(child).mark,
        [child.title, EntityRow(child).summary], opens: Route.opening(child))
    }
    if children.count < count || entity.children == nil {
      // Until the instance has responded, their number is unknown.
      let text =
        entity.children == nil
        ? "not fetched yet: press Enter" : count.counted(ListContent<EntityRow>.noun)
      rows.append(
        .labelled(id: "all-children", "All", text, opens: Route.family(of: entity.id)))
    }
    self.init("Below", rows: rows)
  }
}

extension [Property] {
  /// A table becomes a section of its own.
  fileprivate var sections: [DetailSection] {
    var sections: [DetailSection] = []
    var rows: [DetailRow] = []
    func end() {
      guard !rows.isEmpty else { return }
      let isFirst = !sections.contains { $0.heading == "Properties" }
      sections.append(DetailSection(isFirst ? "Properties" : nil, rows: rows))
      rows = []
    }
    for (number, property) in enumerated() {
      let id = "property-\(number)-\(property.key)"
      let label = property.label.isEmpty ? property.key : property.label
      let blocks = property.blocks
      if blocks.isEmpty { rows.append(.labelled(id: id, label, "—")) }
      for (index, block) in blocks.enumerated() {
        switch block {
        case .text(let text):
          let link = property.links.indices.contains(index) ? property.links[index] : nil
          rows.append(
            .labelled(
              id: "\(id)-\(index)", index == 0 ? label : "", text,
              opens: link.map { Route.entity(id: $0) }))
        case .table(let lines, _):
          end()
          sections.append(
            DetailSection(
              label,
              rows: lines.enumerated().map { .table(id: "\(id)-\(index)-\($0)", $1) }))
        }
      }
    }
    end()
    return sections
  }
}

extension EntityImage {
  var label: String {
    switch self {
    case .address(let address):
      address.split(separator: "/").last.map { name in
        let name = String(name.prefix { $0 != "?" })
        return name.percentDecoded ?? name
      } ?? address
    case .content(_, let format): format.isEmpty ? "image" : format.uppercased()
    }
  }

  fileprivate var aside: String {
    switch self {
    case .address(let address):
      address.split(separator: "/").dropFirst().first.map { String($0) } ?? ""
    case .content(let bytes, _): bytes.count.byteCountText
    }
  }
}

extension Int {
  /// "640 bytes", "2.1 KiB".
  var byteCountText: String {
    if self < 1024 { return "\(grouped) bytes" }
    let unit = self < 1 << 20 ? (size: 1 << 10, name: "KiB") : (size: 1 << 20, name: "MiB")
    return "\((self / unit.size).grouped).\(self % unit.size * 10 / unit.size) \(unit.name)"
  }
}
