public import Terminals

/// The requests that a screen can make while it handles an event, or in its work. Each is carried out when the screen is done, or
/// paints, and before the next key at the latest.
@MainActor public struct Navigator {
  /// One request, as a value that can be handed on. The method that makes it says more.
  public enum Request: Sendable {
    /// Opens a screen on top of this one; see `push(_:)`.
    case push(any AppRoute)
    /// Closes the screen; see `pop()`.
    case pop
    /// Closes the screen and hands its answer to the one below; see `answer(_:)`.
    case answer(ScreenResult)
    /// Loads the screen's data anew; see `refresh()`.
    case refresh
    /// Does work for as long as the screen is open; see `run(_:_:)`.
    case run(WorkName, @MainActor @Sendable () async -> Void)
    /// Does work to its end, whatever becomes of the screen; see `finish(_:_:)`.
    case finish(WorkName, @MainActor @Sendable (Navigator) async -> Void)
    /// Gives up work of the screen; see `cancel(_:)`.
    case cancel(WorkName)
    /// Does work of the whole application; see `runInBackground(_:)`.
    case background(BackgroundWork)
    /// Says how far work in the background is; see `say(progress:)`.
    case progress(String)
    /// Has the screens of some routes load anew; see `reload(_:)`.
    case reload([any AppRoute])
    /// Saves and paints in the middle of work; see `paint(isLoaded:)`.
    case paint(isLoaded: Bool)
    /// Shows a sentence in the status line; see `notify(_:)`.
    case notify(String)
    /// Logs a sentence among the messages; see `log(_:)`.
    case log(String)
    /// Withdraws the screen's sentence from the status line; see `withdrawNotice()`.
    case withdraw
    /// Puts text on the clipboard; see `copy(_:loss:)`.
    case copy(String, loss: String?)
    /// Finds out whether the terminal takes images; see `askForGraphics()`.
    case graphics
    /// Leaves the mouse to the terminal, or takes it again; see `toggleMouse()`.
    case mouse
    /// Lends the terminal to another program; see `lendTerminal(_:)`.
    case lend(@MainActor @Sendable (Navigator) -> Void)
    /// Opens the help; see `showHelp()`.
    case help
    /// Opens the messages; see `showMessages()`.
    case messages
    /// Paints every cell anew; see `redraw()`.
    case redraw
    /// Locks the application; see `lock()`.
    case lock
    /// Ends the application; see `quit()`.
    case quit
  }

  /// The room that the screen has to draw in.
  public let size: Size
  /// The protocol in which the person's terminal takes images; nil if it takes none. A change comes as an event of the size.
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

  /// Makes any request: for navigators that hand on the requests of others.
  public func request(_ request: Request) { perform(request) }

  /// Opens a screen on top of this one.
  public func push(_ route: some AppRoute) { perform(.push(route)) }

  /// Opens a picker. The choice comes back through `receive`.
  public func pick(_ picker: Picker) { push(FrameworkRoute.picker(picker)) }

  /// Closes this screen. The root stays.
  public func pop() { perform(.pop) }

  /// Closes this screen and hands its answer to the one below.
  public func answer(_ answer: ScreenResult) { perform(.answer(answer)) }

  /// Loads this screen's data anew from the source.
  public func refresh() { perform(.refresh) }

  /// Does work that takes time, for as long as this screen is open. Its changes are saved and painted when it is done.
  ///
  ///     navigator.run("count") { self.count = await repository.count() }
  ///
  /// Work of the same name that goes on for this screen is cancelled; work of another name, loading included, isn't. Closing the screen
  /// cancels it.
  public func run(_ name: WorkName, _ work: @escaping @MainActor @Sendable () async -> Void) {
    perform(.run(name, work))
  }

  /// Does work to its end, whatever becomes of this screen: it may be refreshed, covered or closed meanwhile.
  ///
  ///     navigator.finish("save") { navigator in
  ///       do { try await notes.save(draft) } catch { navigator.notify("Not saved: \(error)") }
  ///     }
  ///
  /// Work of the same name that goes on for this screen isn't cancelled: the new work begins when the old has ended. The navigator that
  /// the work is given shows its sentences wherever the person is by then; other requests count only while the screen is on top. Whoever
  /// quits is told what goes on, and waits for it or quits once more. A kill ends it, as it ends everything.
  public func finish(
    _ name: WorkName, _ work: @escaping @MainActor @Sendable (Navigator) async -> Void
  ) {
    perform(.finish(name, work))
  }

  /// Gives up work that goes on for this screen, which `finish` didn't begin.
  public func cancel(_ name: WorkName = .loading) { perform(.cancel(name)) }

  /// Does work of the whole application, which goes on wherever the person is.
  ///
  ///     navigator.runInBackground(
  ///       BackgroundWork("index", stop: "x", help: "Stop indexing") { await index.build($0) })
  public func runInBackground(_ work: BackgroundWork) { perform(.background(work)) }

  /// Says in the bottom line of every screen how far work in the background is. Only that work's own navigator can say it.
  public func say(progress: String) { perform(.progress(progress)) }

  /// Has the screens of some routes load their data anew, because these have changed: the one on top now, covered ones when they are on top
  /// again. No screen is opened or closed.
  public func reload(_ routes: [some AppRoute]) { perform(.reload(routes)) }

  /// Saves and paints now, in the middle of work. `isLoaded` says that the screen has its data, though more is to come.
  public func paint(isLoaded: Bool) { perform(.paint(isLoaded: isLoaded)) }

  /// Shows a sentence in the status line until the next key, or until a later load of this screen withdraws it. It stays among the
  /// messages.
  public func notify(_ notice: String) { perform(.notify(notice)) }

  /// Logs a sentence among the messages, without showing it in the status line.
  public func log(_ sentence: String) { perform(.log(sentence)) }

  /// Withdraws this screen's sentence from the status line, if it was said before the present load began.
  public func withdrawNotice() { perform(.withdraw) }

  /// Puts text on the clipboard of the person's terminal; `loss` is a sentence about what the text couldn't hold of the thing, and is said
  /// with the outcome.
  public func copy(_ text: String, loss: String? = nil) { perform(.copy(text, loss: loss)) }

  /// Finds out whether the user's terminal takes images, because one is to be shown. If it does, an event of the size comes, and `graphics`
  /// says how.
  public func askForGraphics() { perform(.graphics) }

  /// Leaves the mouse to the terminal, which marks text with it, or takes it again, and says so.
  public func toggleMouse() { perform(.mouse) }

  /// Lends the terminal to another program for as long as `work` takes, and takes it back whatever has become of it.
  ///
  ///     navigator.lendTerminal { navigator in
  ///       do { try editor.edit(file) } catch { navigator.notify("Not edited: \(error)") }
  ///     }
  ///
  /// The session is saved before, on the disk too, so that a kill meanwhile comes back to this place. Nothing is handled or painted until
  /// `work` returns: it has the main thread. The navigator that it is given shows its sentences wherever the person is by then; other
  /// requests count only while the screen is on top.
  public func lendTerminal(_ work: @escaping @MainActor @Sendable (Navigator) -> Void) {
    perform(.lend(work))
  }

  /// Opens the help for this screen's keys.
  public func showHelp() { perform(.help) }

  /// Opens the messages: all sentences said so far.
  public func showMessages() { perform(.messages) }

  /// Paints every cell anew.
  public func redraw() { perform(.redraw) }

  /// Locks the application, if it can be locked. Unlocking comes back to this place.
  public func lock() { perform(.lock) }

  /// Ends the application. The next start comes back to this place.
  public func quit() { perform(.quit) }
}
