public import Controllers
import Documents
public import Restoration
public import Screens
public import Terminals

/// A numbered list of the programs that can open a document. A digit or Enter opens the document,
/// and `a` makes the program the preferred one, or no longer, if the opener saves choices.
///
/// The list closes when a program is chosen and the document is loaded. It is created by
/// `DocumentOpener.programs(for:)`.
@MainActor public final class OpenWithController: Screen {
  private let list: ListController<OfferedProgram>
  private let opener: DocumentOpener
  private let document: DocumentOpener.Source
  private let offer: Offer

  @MainActor private final class Offer {
    var programs: [OfferedProgram] = []
  }

  init(_ opener: DocumentOpener, _ document: @escaping DocumentOpener.Source) {
    let offer = Offer()
    self.offer = offer
    self.opener = opener
    self.document = document
    let always = RowAction<OfferedProgram>(
      "a", label: "always", help: "Always use this program, or no longer"
    ) { row, navigator in
      opener.toggle(row, document, navigator)
    }
    list = ListController(
      title: "Open with", columns: OfferedProgram.columns, id: \.program.id,
      options: {
        $0.mark = \.mark
        $0.emptyText = "No program opens this. Set EDITOR or PAGER to one, or register one."
        $0.actions = opener.savesChoices ? [always] : []
        $0.reloadedText = nil
      },
      source: { load in
        let outgoing = try await document()
        let menu = await opener.menu(for: outgoing.type)
        offer.programs = menu.programs.enumerated().map { index, program in
          OfferedProgram(program: program, number: index + 1, isAlways: program == menu.always)
        }
        load.show(
          ListContent(rows: offer.programs, noun: ("program", "programs"), note: menu.note))
      },
      open: { row, navigator in
        opener.open(document, with: row.program, closing: navigator)
      })
  }

  public static var migrations: [Migration] { ListController<OfferedProgram>.migrations }
  public var title: String { list.title }
  public var subtitle: String? { list.subtitle }
  public var activity: String? { list.activity }
  public var isTyping: Bool { list.isTyping }
  /// The state to save: the selected row and the other state of the list of programs.
  public var state: ListState {
    get { list.state }
    set { list.state = newValue }
  }
  public func draw(in canvas: inout Canvas) { list.draw(in: &canvas) }
  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    list.receive(result, navigator)
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    await list.load(loadReason, navigator)
  }

  public var bindings: [KeyBinding] {
    guard !list.isTyping else { return list.bindings }
    return list.bindings
      + offer.programs.prefix(9).map { row in
        KeyBinding(
          .character(Character(String(row.number))), help: "Open it with \(row.program.name)"
        ) { [opener, document] navigator in
          opener.open(document, with: row.program, closing: navigator)
        }
      }
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if list.handle(event, navigator) == .handled { return .handled }
    return list.isTyping ? .ignored : bindings.perform(event, navigator)
  }
}

struct OfferedProgram: Hashable, Sendable {
  let program: DocumentProgram
  /// Counted from 1.
  let number: Int
  let isAlways: Bool

  var mark: Mark { Mark(number < 10 ? String(number) : " ", .accent) }

  static let columns = [
    Column<OfferedProgram>(
      "program", heading: "PROGRAM", width: .flexible(12...60, ideal: 24, share: 2),
      text: { $0.program.name }),
    Column(
      "source", heading: "FROM", width: .flexible(6...12, ideal: 8),
      text: { $0.program.source.text }),
    Column(
      "opens", heading: "OPENS", width: .flexible(6...12, ideal: 10),
      text: { $0.program.needsTerminal ? "here" : "a window" }),
    Column(
      "always", heading: "ALWAYS", width: .fixed(6), text: { $0.isAlways ? "always" : "" },
      role: { _ in .accent }),
  ]
}

extension DocumentOpener {
  /// Sets or clears the preferred program and reloads the list.
  fileprivate func toggle(
    _ row: OfferedProgram, _ document: @escaping Source, _ navigator: Navigator
  ) {
    navigator.run("always") {
      do {
        let type = try await document().type
        try await DocumentOpener.always(openWith, row.isAlways ? nil : row.program, type)
        navigator.refresh()
      } catch {
        navigator.notify(StatusMessage(problem: "", error).text)
      }
    }
  }

  private nonisolated static func always(
    _ openWith: OpenWith, _ program: DocumentProgram?, _ type: DocumentType
  ) async throws {
    try openWith.always(use: program, for: type)
  }
}
