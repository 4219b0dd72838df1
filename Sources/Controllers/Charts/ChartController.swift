public import Restoration
public import Screens
public import Terminals

/// The state of a chart screen that a session saves: the selected reading.
public struct ChartState: RestorableState {
  /// The id of the selected reading, which is described below the chart; `nil` for the newest one.
  public var selectedID: String?
  /// The time of the selected reading in milliseconds since 1970. If a refresh no longer returns
  /// the reading with `selectedID`, the one nearest to this time is selected.
  public var selectedMoment = 0
  /// The error of a failed load that the screen shows; `nil` if there is none.
  public var problem: StatusMessage?

  /// Creates the initial state of a chart.
  public init() {}
}

/// A screen that shows values over time as a chart. The user selects a reading, which is described
/// below the chart.
@MainActor public final class ChartController: Screen {
  public var state = ChartState()

  private let emptyText: String
  let configuration: LoadConfiguration<Chart>
  let loader = Loader<Chart>()

  /// Creates a chart screen.
  ///
  /// ```swift
  /// ChartController(title: "Weight", emptyText: "No weight was recorded.") { load in
  ///   load.show(try await server.chart(of: patient))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the data is loaded.
  ///   - provenance: The source and status of the data, shown until a load passes another
  ///     provenance.
  ///   - emptyText: The text shown for a chart without readings.
  ///   - bindings: Key bindings that the application adds. The help lists them first.
  ///   - isRefreshable: Whether loading again can return new data. If `false`, there is no key to
  ///     refresh.
  ///   - refreshInterval: The number of seconds between automatic reloads; with `nil`, only certain
  ///     failed loads are retried.
  ///   - onResult: Called with the result of a screen that was opened from this one, for example a
  ///     picker.
  ///   - source: Loads and shows the chart, in any number of steps. If it throws, the error is
  ///     shown and the previous content stays.
  public init(
    title: String, provenance: Provenance? = nil, emptyText: String, bindings: [KeyBinding] = [],
    isRefreshable: Bool = true, refreshInterval: Int? = nil,
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<Chart>) async throws -> Void
  ) {
    self.emptyText = emptyText
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: { refreshInterval }, onResult: onResult, source: source)
  }

  private var chart: Chart? { loader.content }
  public var title: String { chart?.title ?? configuration.title }
  public var provenance: Provenance? { loader.provenance(configuration.provenance) }
  public var activity: String? { loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(configuration.refreshInterval(), from: configuration.provenance)
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    await loadContent(loadReason, navigator)
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    pass(result, navigator)
  }

  // MARK: Selection

  private var readings: [Chart.Reading] { chart?.readings ?? [] }

  /// The index of the selected reading; if it is gone, of the nearest in time.
  private var selectedIndex: Int? {
    guard let wanted = state.selectedID else { return readings.indices.last }
    if let index = readings.firstIndex(where: { $0.id == wanted }) { return index }
    func distance(_ index: Int) -> UInt {
      let (difference, isBeyond) = readings[index].timestamp.subtractingReportingOverflow(
        state.selectedMoment)
      return isBeyond ? .max : difference.magnitude
    }
    return readings.indices.min { distance($0) < distance($1) }
  }

  private func select(_ index: Int) {
    guard !readings.isEmpty else { return }
    let reading = readings[min(max(0, index), readings.count - 1)]
    state.selectedID = reading.id
    state.selectedMoment = reading.timestamp
  }

  private func move(_ step: Int) {
    if let index = selectedIndex { select(index + step) }
  }

  private var hasEarlier: Bool { selectedIndex.map { $0 > 0 } ?? false }
  private var hasLater: Bool { selectedIndex.map { $0 < readings.count - 1 } ?? false }

  public var bindings: [KeyBinding] {
    ownBindings + [
      KeyBinding(
        .left, "h", label: hasEarlier ? "earlier" : nil, help: "Go to the previous reading"
      ) {
        _ in self.move(-1)
      },
      KeyBinding(.right, "l", label: hasLater ? "later" : nil, help: "Go to the next reading") {
        _ in self.move(1)
      },
      KeyBinding(.home, "g", help: "Go to the first reading") { _ in self.select(0) },
      KeyBinding(.end, "G", help: "Go to the last reading") { _ in self.select(.max) },
    ] + refreshBindings + [
      KeyBinding("c", label: "copy", help: "Copy the readings as text") { navigator in
        navigator.copy(self.readings.map { $0.caption + "\n" }.joined())
      }
    ]
  }

  // MARK: Drawing

  public func draw(in canvas: inout Canvas) {
    let top = drawCompactProblem(in: &canvas)
    guard let chart else { return }
    let area = Area(row: top, column: 0, rows: canvas.rows - top, columns: canvas.columns)
    canvas.within(area) { draw(chart, in: &$0) }
  }

  private func draw(_ chart: Chart, in canvas: inout Canvas) {
    guard let selectedIndex else {
      canvas.write(emptyText, row: 0, column: 2, style: .secondary, limit: canvas.columns - 4)
      return
    }
    let selected = readings[selectedIndex]
    canvas.write(chart.headline, row: 0, column: 1, style: .title, limit: canvas.columns - 2)
    // If the chart doesn't fit, the selected reading is shown as text, then the earlier ones.
    guard let layout = ChartLayout(chart, size: canvas.size) else {
      for row in 1..<max(2, canvas.rows) where selectedIndex - row + 1 >= 0 {
        canvas.write(
          readings[selectedIndex - row + 1].caption, row: row, column: 1,
          style: Style(.text, isSelected: row == 1), limit: canvas.columns - 2)
      }
      return
    }
    layout.draw(selectedID: selected.id, in: &canvas)
    canvas.write(selected.caption, row: canvas.rows - 1, column: 1, limit: canvas.columns - 2)
  }
}

extension ChartController: ContentLoading {}

extension ChartState: ErrorPresenting {}
