import Controllers
import RepriseTesting
import Screens
import Terminals

/// A row.
struct Animal: Hashable, Sendable {
  let id: String
  var name: String
  var legs: Int?
  var place = ""

  init(_ id: String, _ name: String? = nil, legs: Int? = 4, place: String = "") {
    self.id = id
    self.name = name ?? "name of \(id)"
    self.legs = legs
    self.place = place
  }

  static let columns = columns(AskedOfRows())

  /// The columns, which note each text that is asked of a row.
  static func columns(_ asked: AskedOfRows) -> [Column<Animal>] {
    [
      Column(
        "name", heading: "NAME", width: .flexible(8...30, share: 2),
        text: { asked.note($0.name) }),
      Column(
        "legs", heading: "LEGS", width: .fixed(6), isNumeric: true,
        text: { asked.note($0.legs.map { "\($0)" } ?? "") },
        sortKey: { $0.legs.map { .number($0) } ?? .nothing }),
      Column(
        "place", heading: "PLACE", width: .flexible(6...20), text: { asked.note($0.place) }),
    ]
  }
}

enum BarnRoute: AppRoute {
  case list
  case animal(String)
}

/// A list of animals that come and go.
@MainActor final class Barn {
  var rows: [Animal]
  var note: String?
  var unreadableCount = 0
  var failure: (any Error)?
  let gate: Turnstile
  private(set) var loads: [LoadReason] = []
  var sort = ListSort.asReceived
  var request = ListRequest()
  var exports: ListExports<Animal>?
  var loss = RowRemoval.gone
  /// Where the rows are from; nil if nothing is said of that.
  var provenance: Provenance?
  /// What a load waits for when it has shown the rows.
  var secondStep: Turnstile?

  init(_ rows: [Animal], isOpen: Bool = true) {
    self.rows = rows
    gate = Turnstile(isOpen: isOpen)
  }

  /// Animals with the ids 0, 1, 2, … of two digits.
  convenience init(count: Int) {
    self.init((0..<count).map { Animal($0 < 10 ? "0\($0)" : "\($0)") })
  }

  var list: ListController<Animal> {
    ListController(
      title: "Animals", columns: Animal.columns, id: { $0.id },
      options: {
        $0.mark = { Mark($0.legs == 2 ? "●" : "■", .good) }
        $0.sort = sort
        $0.emptyText = "The barn is empty."
        $0.actions = [
          RowAction("y", label: "raw", help: "Look closer") { animal, navigator in
            navigator.notify("It is \(animal.name).")
          }
        ]
        $0.loss = loss
        $0.exports = exports
        $0.request = request
      },
      source: { load in
        self.loads.append(load.loadReason)
        await self.gate.wait()
        if let failure = self.failure { throw failure }
        var content = ListContent(
          rows: self.rows, summary: "\(self.rows.count) animals", note: self.note)
        content.unreadableCount = self.unreadableCount
        load.show(content, from: self.provenance)
        await self.secondStep?.wait()
      },
      open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
  }

  var application: Application<BarnRoute> {
    Application("barn", title: "Barn", root: .list) { route in
      switch route {
      case .list: return self.list
      case .animal(let id):
        return DetailController(title: id) {
          $0.show(Detail(title: id, headline: "animal \(id)", sections: []))
        }
      }
    }
  }

  func session(size: Size = Size(rows: 24, columns: 80)) async throws -> TestSession<BarnRoute> {
    try await TestSession(self.application, size: size)
  }
}

extension TestSession {
  /// The rows of the list that are shown, by the end of their names.
  var shownIDs: [String] {
    (0..<frame.size.rows).compactMap { row in
      frame.text(ofRow: row).firstMatch(of: /name of ([^ ]+)/).map { String($0.1) }
    }
  }

  /// The id of the selected row, by the end of its name.
  var selectedID: String? {
    selectedText?.firstMatch(of: /name of ([^ ]+)/).map { String($0.1) }
  }

  /// The text of a row of the screen, without blanks at its end.
  func line(_ row: Int) -> String {
    String(frame.text(ofRow: row).reversed().drop { $0 == " " }.reversed())
  }

  func mouse(_ action: Mouse.Action, row: Int, column: Int = 5) async {
    await send(.mouse(Mouse(action, at: Position(row: row, column: column))))
  }
}
