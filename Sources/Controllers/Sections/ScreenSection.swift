public import Restoration
public import Screens
import Terminals

/// One of the sections between which the user switches in a `SectionsController`.
public struct ScreenSection {
  /// The section's name in sessions. It must stay the same across versions.
  public let id: String
  /// The section's title in the bar of sections.
  public let title: String
  let screen: @MainActor () -> any Screen

  /// Creates a section; its screen is built when it is first shown.
  ///
  ///     ScreenSection("visits", title: "Visits") { visitsScreen(of: patient) }
  public init(_ id: String, title: String, screen: @escaping @MainActor () -> any Screen) {
    self.id = id
    self.title = title
    self.screen = screen
  }
}

/// The state of a screen with sections that a session saves: the selected section, and the state of
/// each section.
public struct SectionsState: RestorableState {
  /// The id of the selected section; `nil` for the first one, until the user chooses.
  public var sectionID: String?
  /// The saved state of each section by section id. Sections that were never shown have none.
  public var sections: [String: ChildState] = [:]
  /// The error of a failed load of the banner; `nil` if there is none.
  public var problem: StatusMessage?

  /// Creates the initial state of a screen with sections.
  public init() {}
}

/// The section titles on one line; the current one is in brackets, and always visible. If not all
/// fit, each has the number of its key, and the ends show the keys of those that are cut off.
struct SectionBar {
  struct Tab: Hashable {
    let index: Int
    let column: Int
    let text: String
  }

  private(set) var tabs: [Tab] = []
  private let count: Int
  private let end: Int
  private static let gap = 1
  private static let markWidth = 3 + gap

  init(_ titles: [String], current: Int, columns: Int) {
    count = titles.count
    end = columns - 1
    tabs = Self.tabs(titles, current: current, end: end)
    if tabs.count < count {
      let numbered = titles.enumerated().map { $0 < 9 ? "\($0 + 1) \($1)" : $1 }
      tabs = Self.tabs(numbered, current: current, end: end)
    }
  }

  private static func tabs(_ titles: [String], current: Int, end: Int) -> [Tab] {
    let texts = titles.enumerated().map { $0 == current ? "[\($1)]" : " \($1) " }
    let widths = texts.map { CellWidth.of($0) + gap }
    func start(_ first: Int) -> Int { 1 + (first > 0 ? markWidth : 0) }
    func limit(_ index: Int) -> Int { end + gap - (index < texts.count - 1 ? markWidth : 0) }
    var first = 0
    while first < current, widths[first...current].reduce(start(first), +) > limit(current) {
      first += 1
    }
    var column = start(first)
    var tabs: [Tab] = []
    for index in first..<texts.count {
      guard index == first || column + widths[index] <= limit(index) else { break }
      tabs.append(Tab(index: index, column: column, text: texts[index]))
      column += widths[index]
    }
    return tabs
  }

  var keysBefore: String? { tabs.first.flatMap { Self.keys(0..<$0.index) } }
  var keysAfter: String? { tabs.last.flatMap { Self.keys($0.index + 1..<count) } }

  private static func keys(_ indices: Range<Int>) -> String? {
    guard let first = indices.first, let last = indices.last else { return nil }
    if first >= 9 { return "…" }
    return first == last ? "\(first + 1)" : "\(first + 1)…\(min(last + 1, 9))"
  }

  func draw(current: Int, row: Int, in canvas: inout Canvas) {
    if let keysBefore { canvas.write(keysBefore, row: row, column: 1, style: .secondary) }
    for tab in tabs {
      canvas.write(
        tab.text, row: row, column: tab.column, style: tab.index == current ? .accent : .secondary,
        limit: end - tab.column)
    }
    if let keysAfter {
      canvas.write(
        keysAfter, row: row, column: end - CellWidth.of(keysAfter), style: .secondary)
    }
  }

  func index(at column: Int) -> Int? {
    tabs.last { $0.column <= column && column < $0.column + CellWidth.of($0.text) }?.index
  }
}
