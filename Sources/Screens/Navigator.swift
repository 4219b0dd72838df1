public import Terminals

/// Carries the requests of a screen to the framework, for example to open a screen or to show a
/// notice.
///
/// A screen may make requests while it handles an event, or from a task. They are carried out after
/// the event handler returns, or when the task ends or paints, and always before the next key. Most
/// requests of a screen that isn't the topmost one are ignored.
@MainActor public struct Navigator {
  /// A request that a screen can make, as a value. Each case belongs to a method of `Navigator`.
  /// Use the values only to forward a request to another navigator.
  public enum Request: Sendable {
    /// Opens a screen above the requesting one; see `push(_:)`.
    case push(any AppRoute)
    /// Closes the requesting screen; see `pop()`.
    case pop
    /// Closes the requesting screen and passes a result to the screen below; see
    /// `returnResult(_:)`.
    case result(ScreenResult)
    /// Reloads the requesting screen's data; see `refresh()`.
    case refresh
    /// Starts a task that is cancelled when the requesting screen is closed; see `run(_:_:)`.
    case run(WorkName, @MainActor @Sendable () async -> Void)
    /// Starts a task that continues when the requesting screen is closed; see `finish(_:_:)`.
    case finish(WorkName, @MainActor @Sendable (Navigator) async -> Void)
    /// Cancels a task of the requesting screen by its name; see `cancel(_:)`.
    case cancel(WorkName)
    /// Starts a task that belongs to the whole application; see `runInBackground(_:)`.
    case background(BackgroundWork)
    /// Shows the progress of a background task; see `say(progress:)`.
    case progress(String)
    /// Reloads the screens of the given routes; see `reload(_:)`.
    case reload([any AppRoute])
    /// Saves the state and paints a frame before the running task ends; see `paint(isLoaded:)`.
    case paint(isLoaded: Bool)
    /// Shows a notice in the status line; see `notify(_:)`.
    case notify(String)
    /// Adds a message to the message log; see `log(_:)`.
    case log(String)
    /// Removes the requesting screen's notice from the status line; see `withdrawNotice()`.
    case withdraw
    /// Copies text to the terminal's clipboard; see `copy(_:loss:)`.
    case copy(String, loss: String?)
    /// Asks whether the terminal supports images; see `queryGraphics()`.
    case graphics
    /// Switches mouse reporting on or off; see `toggleMouse()`.
    case mouse
    /// Lends the terminal to another program; see `lendTerminal(_:)`.
    case lend(@MainActor @Sendable (Navigator) -> Void)
    /// Opens the help screen; see `showHelp()`.
    case help
    /// Opens the message log; see `showMessages()`.
    case messages
    /// Repaints every cell of the terminal; see `redraw()`.
    case redraw
    /// Locks the application until the user unlocks it; see `lock()`.
    case lock
    /// Ends the application; see `quit()`.
    case quit
  }

  /// The size in cells of the area in which the screen draws.
  public let size: Size
  /// The protocol in which the terminal accepts images; `nil` if it accepts none, or if this isn't
  /// known yet. When this changes, the topmost screen receives a resize event with a new navigator.
  public let graphics: Graphics?
  private let perform: @MainActor (Request) -> Void

  /// Creates a navigator that passes each request to `perform`. Use it to forward the requests of a
  /// screen, here to another navigator:
  ///
  /// ```swift
  /// Navigator(size: inner, graphics: navigator.graphics) { navigator.request($0) }
  /// ```
  public init(
    size: Size, graphics: Graphics? = nil, perform: @escaping @MainActor (Request) -> Void
  ) {
    self.size = size
    self.graphics = graphics
    self.perform = perform
  }

  /// Makes a request that is given as a value. Use it to forward a request of another navigator.
  public func request(_ request: Request) { perform(request) }

  /// Opens the screen of a route above this one.
  public func push(_ route: some AppRoute) { perform(.push(route)) }

  /// Opens a picker above this screen. When the user selects a choice, the screen's `receive`
  /// method is called with it.
  public func pick(_ picker: Picker) { push(FrameworkRoute.picker(picker)) }

  /// Closes this screen, so that the screen below is shown. Does nothing for the root screen.
  public func pop() { perform(.pop) }

  /// Closes this screen and calls the `receive` method of the screen below with the result.
  public func returnResult(_ result: ScreenResult) { perform(.result(result)) }

  /// Reloads this screen's data from its source, as if the user had asked for it
  /// (`LoadReason.userRefresh`).
  public func refresh() { perform(.refresh) }

  /// Starts a task, which is cancelled when this screen is closed. When the task ends, the changes
  /// that it has made are saved and painted.
  ///
  ///     navigator.run("count") { self.count = await repository.count() }
  ///
  /// If this screen's task of the same name is still running, that task is cancelled first. Tasks
  /// of other names, including loading, continue.
  public func run(_ name: WorkName, _ work: @escaping @MainActor @Sendable () async -> Void) {
    perform(.run(name, work))
  }

  /// Starts a task that always runs to its end, even if this screen is refreshed, covered or
  /// closed.
  ///
  ///     navigator.finish("save") { navigator in
  ///       do { try await notes.save(draft) } catch { navigator.notify("Not saved: \(error)") }
  ///     }
  ///
  /// If this screen's task of the same name is still running, the new one starts after it. The
  /// navigator passed to the task can always show notices and log messages; most other requests are
  /// ignored unless this screen is on top.
  ///
  /// If the user quits or locks the application, it waits for the task and shows this in the status
  /// line. If the user repeats the request, the application doesn't wait. Any other input withdraws
  /// the request.
  public func finish(
    _ name: WorkName, _ work: @escaping @MainActor @Sendable (Navigator) async -> Void
  ) {
    perform(.finish(name, work))
  }

  /// Cancels this screen's task of the given name, by default loading. A task started with `finish`
  /// can't be cancelled.
  public func cancel(_ name: WorkName = .loading) { perform(.cancel(name)) }

  /// Starts a task of the whole application. It continues when this screen is closed or covered.
  ///
  ///     navigator.runInBackground(
  ///       BackgroundWork("index", stop: "x", help: "Stop indexing") { await index.build($0) })
  public func runInBackground(_ work: BackgroundWork) { perform(.background(work)) }

  /// Shows the progress of a background task in the status line of every screen, unless the screen
  /// has an `activity` itself. Only the navigator that is passed to the task's body can do this. Of
  /// several tasks, the progress of the oldest is shown.
  public func say(progress: String) { perform(.progress(progress)) }

  /// Reloads the open screens of the given routes. Call it when their data has changed.
  ///
  /// The topmost screen reloads at once or, if it is already loading, after that load. A covered
  /// screen reloads when it is uncovered. No screen is opened or closed.
  public func reload(_ routes: [some AppRoute]) { perform(.reload(routes)) }

  /// Saves the state and paints a frame before the running task ends. Call it from a task to show
  /// an intermediate result.
  ///
  /// - Parameter isLoaded: Whether the screen already has data to show, even if the task will load
  ///   more.
  public func paint(isLoaded: Bool) { perform(.paint(isLoaded: isLoaded)) }

  /// Shows a notice in the status line until the user presses a key, pastes or uses the mouse, and
  /// adds it to the message log. `withdrawNotice()` or another notice can remove it earlier.
  public func notify(_ notice: String) { perform(.notify(notice)) }

  /// Adds a message to the message log without showing it in the status line.
  public func log(_ sentence: String) { perform(.log(sentence)) }

  /// Removes this screen's notice from the status line if it was shown before the current load
  /// began. Call it when a load succeeds, because the notice of an earlier failure no longer
  /// applies.
  public func withdrawNotice() { perform(.withdraw) }

  /// Copies text to the clipboard of the user's terminal, and shows the outcome as a notice.
  ///
  /// - Parameters:
  ///   - text: The text to copy.
  ///   - loss: A sentence that says what the text omits, added to the notice if the text is sent;
  ///     `nil` if the text is complete.
  public func copy(_ text: String, loss: String? = nil) { perform(.copy(text, loss: loss)) }

  /// Asks the user's terminal whether it supports images. If it does, the topmost screen receives a
  /// resize event, with a navigator whose `graphics` is set.
  public func queryGraphics() { perform(.graphics) }

  /// Switches mouse reporting off or on again, and shows a notice. While it is off, the user can
  /// select text with the mouse.
  public func toggleMouse() { perform(.mouse) }

  /// Releases the terminal for another program, calls `work`, which should run that program, and
  /// takes the terminal back.
  ///
  ///     navigator.lendTerminal { navigator in
  ///       do { try editor.edit(file) } catch { navigator.notify("Not edited: \(error)") }
  ///     }
  ///
  /// The session is saved first. `work` blocks the main thread, so no event is handled and nothing
  /// is painted until it returns. The navigator passed to it can always show notices and log
  /// messages; most other requests are ignored unless this screen is on top.
  public func lendTerminal(_ work: @escaping @MainActor @Sendable (Navigator) -> Void) {
    perform(.lend(work))
  }

  /// Opens the help screen, which lists the key bindings of this screen and of the framework.
  public func showHelp() { perform(.help) }

  /// Opens the message log, a screen that lists the latest logged messages.
  public func showMessages() { perform(.messages) }

  /// Repaints every cell of the terminal, for example after another program has written to it.
  public func redraw() { perform(.redraw) }

  /// Locks the application until the user unlocks it, which restores the open screens. Does nothing
  /// if the application can't be locked.
  public func lock() { perform(.lock) }

  /// Ends the application. If the session is saved, the next start resumes it with the screens that
  /// are open now.
  public func quit() { perform(.quit) }
}
