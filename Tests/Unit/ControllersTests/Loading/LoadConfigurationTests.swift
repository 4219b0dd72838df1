import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

/// Every controller takes the application's own keys, and hands on what they come to, also after a
/// kill in between.
@MainActor @Suite struct LoadConfigurationTests {
  /// The controllers, by what they show.
  enum Kind: String, CaseIterable, Sendable {
    case list, pages, tree, detail, chart, text, picture, image, sections, split
  }

  private static let key = KeyBinding("z", label: "ask", help: "Ask something") { navigator in
    navigator.pick(
      Picker(
        question: "size", title: "How large?", choices: [.init(id: "L", label: "Large")]))
  }

  private static func answered(_ answer: ScreenResult, _ navigator: Navigator) {
    navigator.notify("It is \(answer.choiceID) of \(answer.question).")
  }

  private static var plain: any Screen {
    TextController(title: "Plain", source: { $0.show("plain") })
  }

  private static func screen(_ kind: Kind) -> any Screen {
    let columns = [
      Column<String>("name", heading: "NAME", width: .flexible(4...20), text: { $0 })
    ]
    func pages() -> PageSource<String> { PageSource { _ in ListPage(rows: ["a"], hasMore: false) } }
    switch kind {
    case .list:
      return ListController(
        title: "Things", columns: columns, id: { $0 },
        options: {
          $0.bindings = [key]
          $0.onResult = answered
        },
        source: { $0.show(ListContent(rows: ["a"], noun: ("thing", "things"))) })
    case .pages:
      return PagedListController(
        title: "Things", columns: columns, id: { $0 }, noun: ("thing", "things"),
        options: {
          $0.bindings = [key]
          $0.onResult = answered
        },
        source: pages())
    case .tree:
      return TreeController(
        title: "Things", columns: columns, id: { $0 }, isExpandable: { _ in false },
        noun: ("thing", "things"),
        options: {
          $0.bindings = [key]
          $0.onResult = answered
        },
        source: { load, branches in load.show(try await branches.rows { _ in ["a"] }) })
    case .detail:
      return DetailController(title: "Things", bindings: [key], onResult: answered) { load in
        load.show(Detail(title: "Things", headline: "Things", sections: []))
      }
    case .chart:
      return ChartController(
        title: "Things", emptyText: "None.", bindings: [key], onResult: answered
      ) { $0.show(Chart(title: "Things", headline: "Things", series: [], readings: [])) }
    case .text:
      return TextController(
        title: "Things", bindings: [key], onResult: answered, source: { $0.show("a") })
    case .picture:
      return PictureController(title: "Things", bindings: [key], onResult: answered) { load in
        load.show(Picture(title: "Things") { _, _ in })
      }
    case .image:
      return ImageController(
        title: "Things", bindings: [key], draw: { _, _ in nil }, onResult: answered,
        source: { $0.show(StillImage(title: "Things", facts: [], bytes: [])) })
    case .split:
      return SplitController(
        list: ListController(
          title: "Things", columns: columns, id: { $0 },
          source: { $0.show(ListContent(rows: ["a"], noun: ("thing", "things"))) }),
        bindings: [key], onResult: answered,
        details: { _ in plain })
    case .sections:
      return SectionsController(
        title: "Things", sections: [ScreenSection("one", title: "One") { plain }],
        bindings: [key], onResult: answered
      ) { $0.show(Banner(title: "Things", headline: "Things")) }
    }
  }

  private final class Heard {
    var questions: [String] = []
  }

  @Test(
    "An application's key opens a picker and gets its result after a kill", arguments: Kind.allCases
  )
  func whatAnOwnKeyAsksIsAnswered(kind: Kind) async throws {
    let session = try await TestSession(
      Application<OnlyRoute>("things", title: "Things") { Self.screen(kind) })
    await session.press("z")
    try session.expect("How large?")
    try await session.killAndRelaunch()
    await session.press(.enter)
    try session.expectNo("How large?")
    try session.expect("It is L of size.")
  }

  /// The questions of a list in a section are nobody else's.
  @Test("A section's picker result doesn't reach the sections screen")
  func anAnswerToASectionIsTheSectionsAlone() async throws {
    let heard = Heard()
    let session = try await TestSession(
      Application<OnlyRoute>("things", title: "Things") {
        SectionsController(
          title: "Things",
          sections: [
            ScreenSection("one", title: "One") {
              ListController(
                title: "Animals", columns: Animal.columns, id: \.id,
                source: { $0.show(ListContent(rows: [Animal("1")], noun: ("animal", "animals"))) })
            }
          ], onResult: { answer, _ in heard.questions.append(answer.question) }
        ) { $0.show(Banner(title: "Things", headline: "Things")) }
      })
    await session.press("s")
    try session.expect("Sort")
    await session.press(.enter)
    #expect(heard.questions.isEmpty)
  }
}
