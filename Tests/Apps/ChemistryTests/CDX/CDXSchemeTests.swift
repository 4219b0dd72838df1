import Testing

@testable import Chemistry

/// Drawings whose steps and nodes name others, put together byte by byte.
@Suite struct CDXSchemeTests {
  /// The bytes of a drawing, object by object.
  private struct Drawing {
    private(set) var bytes: [UInt8] =
      CDXParser.magic + [4, 3, 2, 1] + Array(repeating: 0, count: 10) + [0x00, 0x80, 0, 0, 0, 0]

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    mutating func object(
      _ tag: CDXObject.Tag, _ id: Int, _ properties: [(CDXObject.Property, [Int])] = [],
      _ inside: (inout Drawing) -> Void = { _ in }
    ) {
      bytes += Self.little(Int(tag.rawValue), 2) + Self.little(id, 4)
      for (tag, values) in properties {
        let content = values.flatMap { Self.little($0, 4) }
        bytes += Self.little(Int(tag.rawValue), 2) + Self.little(content.count, 2) + content
      }
      inside(&self)
      bytes += [0, 0]
    }

    /// A text; its bytes fill words of four, with blanks at the end.
    mutating func text(_ id: Int, _ words: String, x: Int, y: Int = 0) {
      bytes += Self.little(Int(CDXObject.Tag.text.rawValue), 2) + Self.little(id, 4)
      for (tag, content) in [
        (CDXObject.Property.position, Self.little(y << 20, 4) + Self.little(x << 20, 4)),
        (CDXObject.Property.text, [0, 0] + Array(words.utf8)),
      ] {
        bytes += Self.little(Int(tag.rawValue), 2) + Self.little(content.count, 2) + content
      }
      bytes += [0, 0]
    }

    /// An arrow between two places on a line, as newer programs write it, or as older ones do.
    mutating func arrow(_ id: Int, from tail: Int, to head: Int, isOld: Bool = false) {
      if isOld {
        object(
          CDXObject.Tag.graphic, id,
          [
            (CDXObject.Property.boundingBox, [0, head << 20, 0, tail << 20]),
            (CDXObject.Property.graphicType, [1]), (CDXObject.Property.arrowType, [2]),
          ])
      } else {
        object(
          CDXObject.Tag.arrow, id,
          [
            (CDXObject.Property.head, [head << 20, 0, 0]),
            (CDXObject.Property.tail, [tail << 20, 0, 0]), (CDXObject.Property.arrowHead, [2]),
          ])
      }
    }

    mutating func fragment(_ id: Int, nodes: Range<Int>) {
      object(CDXObject.Tag.fragment, id) { drawing in
        for node in nodes {
          drawing.object(
            CDXObject.Tag.node, node, [(CDXObject.Property.position, [0, node << 20])])
        }
      }
    }

    func read() throws -> ChemicalDocument { try ChemicalDocument(bytes + [0, 0], as: .cdx) }
  }

  @Test("CDX scheme steps pair their atoms separately") func eachStepPairsItsAtomsForItself() throws
  {
    var drawing = Drawing()
    for (id, nodes) in [(10, 1..<3), (20, 3..<5), (30, 5..<7)] {
      drawing.fragment(id, nodes: nodes)
    }
    drawing.object(CDXObject.Tag.scheme, 40) { scheme in
      scheme.object(
        CDXObject.Tag.step, 41,
        [
          (CDXObject.Property.reactants, [10]), (CDXObject.Property.products, [20]),
          (CDXObject.Property.maps, [1, 3, 2, 4]),
        ])
      scheme.object(
        CDXObject.Tag.step, 42,
        [
          (CDXObject.Property.reactants, [20]), (CDXObject.Property.products, [30]),
          (CDXObject.Property.maps, [4, 6, 3, 5]),
        ])
    }
    let reactions = try drawing.read().records.compactMap(\.reaction)
    let maps = reactions.map { $0.components.map { $0.molecule.atoms.map(\.map) } }
    #expect(maps == [[[1, 2], [1, 2]], [[2, 1], [2, 1]]])
  }

  @Test("CDX arrow without a scheme is a reaction", arguments: [false, true])
  func anArrowWithoutASchemeIsAReaction(isOld: Bool) throws {
    var drawing = Drawing()
    for (id, nodes) in [(10, 1..<3), (20, 20..<22), (30, 40..<42)] {
      drawing.fragment(id, nodes: nodes)
    }
    drawing.arrow(40, from: 15, to: 30, isOld: isOld)
    drawing.text(50, "BINAP", x: 21, y: 2)
    drawing.text(51, "Scheme 1", x: 21, y: 30)
    drawing.text(52, "+", x: 5)
    drawing.text(53, "42 %", x: 41)
    let document = try drawing.read()
    #expect(document.records.count == 1)
    let components = try #require(document.records.first?.reaction?.components)
    #expect(components.map(\.role) == [.reactant, .agent, .product, .agent])
    #expect(components.map(\.name) == ["", "", "", "BINAP"])
    #expect(document.texts == ["Scheme 1", "42 %"])
    #expect(
      document.records[0].problems.map(\.message) == ["The drawing has an arrow and no scheme."])
    // A DataSheet keeps the texts, and other formats say that they are left out.
    let sheet = try ChemicalDocument(document.written(as: .dataSheet).bytes)
    #expect(sheet.summary == "Scheme 1\n42 %")
    #expect(
      document.written(as: .rdfile).problems.map(\.message)
        == ["Left out of the drawing: the texts “Scheme 1”, “42 %”."])
  }

  @Test("CDX arrows without a scheme are reported") func severalArrowsWithoutASchemeAreTold() throws
  {
    var drawing = Drawing()
    for (id, nodes) in [(10, 1..<3), (30, 40..<42)] { drawing.fragment(id, nodes: nodes) }
    drawing.arrow(40, from: 15, to: 20)
    drawing.arrow(41, from: 22, to: 30)
    let document = try drawing.read()
    #expect(document.records.compactMap(\.molecule).count == 2)
    #expect(document.problems.map { $0.message.contains("2 arrows") } == [true])
  }

  /// Electrons, resonances and dipoles have arrows, too.
  @Test("CDX arrows of other kinds are no reactions") func otherArrowsAreNoReactions() {
    func arrow(_ head: UInt8, _ tail: UInt8, isDipole: Bool = false) -> CDXReader.Arrow? {
      var arrow = CDXObject(tag: CDXObject.Tag.arrow, id: 1, offset: 0)
      arrow.properties = [
        CDXObject.Property.arrowHead: [head, 0], CDXObject.Property.arrowTail: [tail, 0],
        CDXObject.Property.head: [9, 0, 0, 0, 0, 0, 0, 0],
        CDXObject.Property.tail: [0, 0, 0, 0, 0, 0, 0, 0],
      ]
      if isDipole { arrow.properties[CDXObject.Property.isDipole] = [1] }
      return CDXReader.Arrow(arrow)
    }
    #expect(arrow(2, 0) != nil && arrow(2, 1) != nil && arrow(3, 3) != nil)
    #expect(arrow(0, 0) == nil && arrow(2, 2) == nil && arrow(3, 0) == nil)
    #expect(arrow(2, 0, isDipole: true) == nil)
  }

  /// A file of 60 KB that would be four million atoms.
  @Test("CDX steps that repeat a fragment are limited")
  func stepsThatNameOneFragmentAgainAndAgainComeToAnEnd() throws {
    var drawing = Drawing()
    drawing.fragment(10, nodes: 100..<2_100)
    for step in 0..<2_000 {
      drawing.object(CDXObject.Tag.step, 10_000 + step, [(CDXObject.Property.reactants, [10])])
    }
    let document = try drawing.read()
    #expect(document.records.count == 200)
    #expect(document.problems.contains { $0.message.contains("name too many atoms") })
  }

  /// As ChemDraw's own library writes attachments: a number of two bytes, then the ids.
  @Test("CDX IDs may be preceded by their count") func idsMayHaveTheirNumberBeforeThem() {
    func words(_ bytes: [UInt8]) -> [UInt32] {
      let property = CDXObject.Property.attachments
      return CDXObject(
        tag: CDXObject.Tag.node, id: 1, offset: 0, properties: [property: bytes[...]]
      ).integers(property)
    }
    #expect(words([2, 0, 5, 0, 0, 0, 6, 1, 0, 0]) == [5, 262])
    #expect(words([5, 0, 0, 0, 6, 1, 0, 0]) == [5, 262])
    #expect(words([0, 0]) == [])
  }

  @Test("CDX node with repeated attachments names each once")
  func aNodeOfManyAttachmentsNamesEachOnce() throws {
    var drawing = Drawing()
    let attached = Array(1..<4) + Array(repeating: 4, count: 9_000)
    drawing.object(CDXObject.Tag.fragment, 10) { fragment in
      for node in 1..<4 { fragment.object(CDXObject.Tag.node, node) }
      for hub in 4..<300 {
        fragment.object(
          CDXObject.Tag.node, hub,
          [(CDXObject.Property.nodeType, [10]), (CDXObject.Property.attachments, attached)])
      }
      fragment.object(CDXObject.Tag.node, 300)
      fragment.object(
        CDXObject.Tag.bond, 301,
        [(CDXObject.Property.bondBegin, [4]), (CDXObject.Property.bondEnd, [300])])
    }
    let molecule = try #require(try drawing.read().records.first?.molecule)
    #expect(molecule.atoms.count == 4)
    #expect(molecule.bonds.map { [$0.from, $0.to] } == [[0, 3], [1, 3], [2, 3]])
  }
}
