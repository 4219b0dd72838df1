import Reprise

@MainActor func lettersScreen() -> any Screen {
  ListController(
    title: "Letters",
    columns: [Column("from", heading: "FROM", width: .flexible(8...40), text: { $0 })],
    id: { (name: String) in name },
    source: { $0.show(ListContent(rows: ["Ada"], noun: ("letter", "letters"))) })
}

@MainActor func letterScreen() -> any Screen {
  TextController(title: "Letter") { $0.show("Dear Ada") }
}

// The block.
