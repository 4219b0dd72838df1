public import Terminals

/// The requests that a screen can make while it handles an event, or from a task. They are carried
/// out after the handler returns, when a task ends or paints, and always before the next key.
@MainActor public struct Navigator {
  /// A request as a value, so that another navigator can forward it. See the method for each.
  public enum Request: Sendable {
    /// Opens a screen on top of this one; see `push(_:)`.
    case push(any AppRoute)
    /// Closes the screen; see `pop()`.
    case pop
    /// Closes the screen and passes its result to the one below; see `result(_:)`.
    case result(ScreenResult)
    /// Reloads the screen's data; see `refresh()`.
    case refresh
    /// Runs a task until the screen is closed; see `run(_:_:)`.
    case run(WorkName, @MainActor @Sendable () async -> Void)
    /// Runs a task that closing the screen doesn't cancel; see `finish(_:_:)`.
    case finish(WorkName, @MainActor @Sendable (Navigator) async -> Void)
    /// Cancels a task of the screen; see `cancel(_:)`.
    case cancel(WorkName)
    /// Runs a task of the whole application; see `runInBackground(_:)`.
    case background(BackgroundWork)
    /// Reports a background task's progress; see `say(progress:)`.
    case progress(String)
    /// Reloads the screens of some routes; see `reload(_:)`.
    case reload([any AppRoute])
    /// Saves and paints while a task is running; see `paint(isLoaded:)`.
    case paint(isLoaded: Bool)
    /// Shows a notice in the status line; see `notify(_:)`.
    case notify(String)
    /// Adds a message to the log; see `log(_:)`.
    case log(String)
    /// Removes the screen's notice from the status line; see `withdrawNotice()`.
    case withdraw
    /// Puts text on the clipboard; see `copy(_:loss:)`.
    case copy(String, loss: String?)
    /// Asks whether the terminal supports images; see `queryGraphics()`.
    case graphics
    /// Switches mouse reporting off or on; see `toggleMouse()`.
    case mouse
    /// Lends the terminal to another program; see `lendTerminal(_:)`.
    case lend(@MainActor @Sendable (Navigator) -> Void)
    /// Opens the help; see `showHelp()`.
    case help
    /// Opens the messages; see `showMessages()`.
    case messages
    /// Repaints every cell; see `redraw()`.
    case redraw
    /// Locks the application; see `lock()`.
    case lock
    /// Ends the application; see `quit()`.
    case quit
  }

  /// The size of the area that the screen draws in.
  public let size: Size
  /// The image protocol of the user's terminal; `nil` if it supports none. A resize event follows a
  /// change.
  public let graphics: Graphics?
  private let perform: @MainActor (Request) -> Void

  /// Creates a navigator that hands each request to `perform`.
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

  /// Makes any request. For navigators that forward the requests of others.
  public func request(_ request: Request) { perform(request) }

  /// Opens a screen on top of this one.
  public func push(_ route: some AppRoute) { perform(.push(route)) }

  /// Opens a picker. The selected choice is passed to `receive`.
  public func pick(_ picker: Picker) { push(FrameworkRoute.picker(picker)) }

  /// Closes this screen. The root screen can't be closed.
  public func pop() { perform(.pop) }

  /// Closes this screen and passes its result to the one below.
  public func returnResult(_ result: ScreenResult) { perform(.result(result)) }

  /// Reloads this screen's data from the source.
  public func refresh() { perform(.refresh) }

  /// Runs a task until this screen is closed. Its changes are saved and painted when it ends.
  ///
  ///     navigator.run("count") { self.count = await repository.count() }
  ///
  /// Cancels this screen's running task of the same name. Tasks of other names, including loading,
  /// continue. Closing the screen cancels the task.
  public func run(_ name: WorkName, _ work: @escaping @MainActor @Sendable () async -> Void) {
    perform(.run(name, work))
  }

  /// Runs a task to its end, even if this screen is refreshed, covered or closed meanwhile.
  ///
  ///     navigator.finish("save") { navigator in
  ///       do { try await notes.save(draft) } catch { navigator.notify("Not saved: \(error)") }
  ///     }
  ///
  /// If the screen's previous task of the same name is still running, the new one starts after it.
  /// The task's navigator shows its notices on any screen; other requests are ignored unless this
  /// screen is on top. Quitting waits for the task and says so; quitting a second time skips the
  /// wait. A kill ends the task.
  public func finish(
    _ name: WorkName, _ work: @escaping @MainActor @Sendable (Navigator) async -> Void
  ) {
    perform(.finish(name, work))
  }

  /// Cancels one of this screen's tasks. Tasks of `finish` can't be cancelled.
  public func cancel(_ name: WorkName = .loading) { perform(.cancel(name)) }

  /// Runs a task of the whole application, which continues when the user goes to other screens.
  ///
  ///     navigator.runInBackground(
  ///       BackgroundWork("index", stop: "x", help: "Stop indexing") { await index.build($0) })
  public func runInBackground(_ work: BackgroundWork) { perform(.background(work)) }

  /// Shows a background task's progress in the status line of every screen. Only the navigator of
  /// such a task can do this.
  public func say(progress: String) { perform(.progress(progress)) }

  /// Reloads the screens of some routes because their data has changed: the topmost screen now,
  /// covered screens when they are on top again. Opens and closes no screen.
  public func reload(_ routes: [some AppRoute]) { perform(.reload(routes)) }

  /// Saves and paints while a task is running. `isLoaded` says whether the screen has its data,
  /// even if the task will load more.
  public func paint(isLoaded: Bool) { perform(.paint(isLoaded: isLoaded)) }

  /// Shows a notice in the status line until the next key, or until a later load of this screen
  /// withdraws it. It is also logged.
  public func notify(_ notice: String) { perform(.notify(notice)) }

  /// Adds a message to the log without showing it in the status line.
  public func log(_ sentence: String) { perform(.log(sentence)) }

  /// Removes this screen's notice from the status line if it was shown before the current load
  /// began.
  public func withdrawNotice() { perform(.withdraw) }

  /// Puts text on the clipboard of the user's terminal. `loss` is a sentence about what the text
  /// omits; it is shown together with the outcome.
  public func copy(_ text: String, loss: String? = nil) { perform(.copy(text, loss: loss)) }

  /// Asks whether the user's terminal supports images. If it does, a resize event follows, and
  /// `graphics` is set.
  public func queryGraphics() { perform(.graphics) }

  /// Switches mouse reporting off, so that the terminal can select text, or on again, and shows a
  /// notice.
  public func toggleMouse() { perform(.mouse) }

  /// Lends the terminal to another program while `work` runs, and takes it back afterwards.
  ///
  ///     navigator.lendTerminal { navigator in
  ///       do { try editor.edit(file) } catch { navigator.notify("Not edited: \(error)") }
  ///     }
  ///
  /// The session is saved durably first, so that it survives a kill. Nothing is handled or painted
  /// until `work` returns, because it blocks the main thread. Its navigator shows its notices on
  /// any screen; other requests are ignored unless this screen is on top.
  public func lendTerminal(_ work: @escaping @MainActor @Sendable (Navigator) -> Void) {
    perform(.lend(work))
  }

  /// Opens the help for this screen's key bindings.
  public func showHelp() { perform(.help) }

  /// Opens the log of all messages.
  public func showMessages() { perform(.messages) }

  /// Repaints every cell.
  public func redraw() { perform(.redraw) }

  /// Locks the application, if it can be locked. Unlocking restores the open screens.
  public func lock() { perform(.lock) }

  /// Ends the application. The next start resumes here.
  public func quit() { perform(.quit) }
}

/// The name of a screen's task. Starting a task with `run` replaces the running one of the same
/// name.
///
///     let name: WorkName = "save"
public struct WorkName: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String

  public init(stringLiteral text: String) { self.text = text }

  /// Loading, which the framework starts and a screen may start again.
  public static let loading: WorkName = "loading"
}
