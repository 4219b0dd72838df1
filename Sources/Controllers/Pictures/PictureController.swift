public import Restoration
public import Screens
public import Terminals

/// The state of a picture screen that a session saves: the viewpoint that the user chose.
public struct PictureState: RestorableState {
  /// The zoom, position and rotation that the user chose.
  public var view = PictureView()
  /// The error of a failed load that the screen shows; `nil` if there is none.
  public var problem: StatusMessage?

  /// Creates the initial state of a picture.
  public init() {}
}

/// A screen with a picture that the user can zoom, move and rotate.
///
/// The picture fills the screen, which is usually one of several sections. The arrow keys move the
/// picture while it is zoomed in; otherwise ← goes back, as on any screen.
@MainActor public final class PictureController: Screen {
  public var state = PictureState()

  let configuration: LoadConfiguration<Picture>
  let loader = Loader<Picture>()

  /// Creates a screen with a picture.
  ///
  /// ```swift
  /// PictureController(title: id) { load in
  ///   load.show(try await library.picture(of: id))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the picture is loaded.
  ///   - provenance: The source and status of the picture, shown until a load passes another
  ///     provenance.
  ///   - bindings: Key bindings that the application adds. The help lists them first.
  ///   - isRefreshable: Whether loading again can return new data. If `false`, there is no key to
  ///     refresh.
  ///   - refreshInterval: The number of seconds between automatic reloads; with `nil`, only certain
  ///     failed loads are retried.
  ///   - onResult: Called with the result of a screen that was opened from this one, for example a
  ///     picker.
  ///   - source: Shows the picture with `load.show`, or throws.
  public init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [],
    isRefreshable: Bool = true, refreshInterval: Int? = nil,
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<Picture>) async throws -> Void
  ) {
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: { refreshInterval }, onResult: onResult, source: source)
  }

  private var picture: Picture? { loader.content }
  public var title: String { picture?.title ?? configuration.title }
  public var provenance: Provenance? { loader.provenance(configuration.provenance) }
  public var activity: String? { loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(configuration.refreshInterval(), from: configuration.provenance)
  }

  public func restoreState(_ state: PictureState) {
    self.state = state
    self.state.view = state.view.clamped
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    await loadContent(loadReason, navigator)
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    pass(result, navigator)
  }

  // MARK: Keys

  private func change(_ navigator: Navigator, _ change: (inout PictureView) -> Void) {
    var view = state.view
    change(&view)
    guard let picture else {
      state.view = view.clamped
      return
    }
    // Without a limit, keys pressed beyond the edge would have to be undone one by one.
    let area = area(of: picture, in: navigator.size, from: 0)
    let reach = picture.reach(view.clamped, Size(rows: area.rows, columns: area.columns))
    state.view = view.clamped(across: reach.across, down: reach.down)
  }

  private func move(_ navigator: Navigator, across: Int, down: Int) {
    change(navigator) { view in
      let step = max(1, Int(200 / view.factor))
      view.across += across * step
      view.down += down * step
    }
  }

  public var bindings: [KeyBinding] {
    let view = state.view
    var bindings = configuration.bindings
    bindings += [
      KeyBinding("+", "=", label: "zoom", help: "Come nearer") { navigator in
        self.change(navigator) { $0.zoom += 1 }
      },
      KeyBinding("-", help: "Go away") { navigator in self.change(navigator) { $0.zoom -= 1 } },
    ]
    if view.zoom > 0 {
      bindings += [
        KeyBinding(.left, "h", help: "Go left") { self.move($0, across: -1, down: 0) },
        KeyBinding(.right, "l", help: "Go right") { self.move($0, across: 1, down: 0) },
        KeyBinding(.up, "k", help: "Go up") { self.move($0, across: 0, down: -1) },
        KeyBinding(.down, "j", help: "Go down") { self.move($0, across: 0, down: 1) },
      ]
    }
    if picture?.turns != false {
      bindings += [
        KeyBinding("]", label: "turn", help: "Turn clockwise") { navigator in
          self.change(navigator) { $0.roll += 15 }
        },
        KeyBinding("[", help: "Turn counterclockwise") { navigator in
          self.change(navigator) { $0.roll -= 15 }
        },
      ]
    }
    if picture?.isSpatial != false {
      bindings += [
        KeyBinding(">", help: "Turn to the right") { navigator in
          self.change(navigator) { $0.turn += 15 }
        },
        KeyBinding("<", help: "Turn to the left") { navigator in
          self.change(navigator) { $0.turn -= 15 }
        },
        KeyBinding("}", help: "Tilt towards you") { navigator in
          self.change(navigator) { $0.tilt += 15 }
        },
        KeyBinding("{", help: "Tilt away from you") { navigator in
          self.change(navigator) { $0.tilt -= 15 }
        },
      ]
    }
    return bindings + [
      KeyBinding("0", label: view == view.whole ? nil : "whole", help: "Show all of it again") {
        navigator in self.change(navigator) { $0 = $0.whole }
      },
      KeyBinding("a", help: "Draw in ASCII characters, or in dots") { navigator in
        self.change(navigator) { $0.isASCII = !($0.isASCII ?? self.picture?.isASCII ?? false) }
      },
      KeyBinding("c", label: "copy", help: "Copy it") { navigator in
        if let picture = self.picture {
          navigator.copy(self.copied(picture, navigator.size), loss: picture.copyLoss)
        }
      },
    ] + (configuration.isRefreshable ? [KeyBinding("r", help: "Refresh") { $0.refresh() }] : [])
  }

  private func copied(_ picture: Picture, _ size: Size) -> String {
    if let copied = picture.copied { return copied }
    var canvas = Canvas(size: size)
    picture.draw(state.view, &canvas)
    return canvas.picture.text
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if case .mouse(let mouse) = event {
      switch mouse.action {
      case .scrollUp: change(navigator) { $0.zoom += 1 }
      case .scrollDown: change(navigator) { $0.zoom -= 1 }
      case .click, .doubleClick: break
      }
      return .handled
    }
    return bindings.perform(event, navigator)
  }

  // MARK: Drawing

  private func area(of picture: Picture, in size: Size, from top: Int) -> Area {
    // On a small screen the picture uses the caption's line.
    let hasCaption = !picture.caption.isEmpty && size.rows - top > 6
    return Area(
      row: top, column: 1, rows: size.rows - top - (hasCaption ? 1 : 0), columns: size.columns - 2)
  }

  public func draw(in canvas: inout Canvas) {
    let top = drawCompactProblem(in: &canvas)
    guard let picture else { return }
    let area = area(of: picture, in: canvas.size, from: top)
    canvas.within(area) { picture.draw(state.view, &$0) }
    if area.row + area.rows < canvas.rows {
      canvas.write(
        picture.caption, row: canvas.rows - 1, column: 1, style: .secondary,
        limit: canvas.columns - 2)
    }
  }
}

extension PictureController: ContentLoading, ErrorReporting {}

extension PictureState: ErrorPresenting {}
