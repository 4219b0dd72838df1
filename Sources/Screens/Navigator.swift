public import Terminals

/// What a screen can ask for while it handles an event, or in its work. Each request is carried out when the screen is done, or paints.
@MainActor public struct Navigator {
  public enum Request: Sendable {
    case push(any AppRoute)
    case pop
    case answer(Answer)
    case refresh
    case run(@MainActor @Sendable () async -> Void)
    case cancel
    case paint(isLoaded: Bool)
    case notify(String)
    case log(String)
    case withdraw
    case copy(String)
    case help
    case messages
    case redraw
    case lock
    case quit
  }

  /// How much room the screen has to draw in.
  public let size: Size
  private let perform: @MainActor (Request) -> Void

  public init(size: Size, perform: @escaping @MainActor (Request) -> Void) {
    self.size = size
    self.perform = perform
  }

  /// Makes a request, whatever it is: for navigators that hand on what others ask for.
  public func request(_ request: Request) { perform(request) }

  /// Opens a screen on top of this one.
  public func push(_ route: some AppRoute) { perform(.push(route)) }

  /// Opens a picker. What is chosen comes back through `receive`.
  public func pick(_ picker: Picker) { push(FrameworkRoute.picker(picker)) }

  /// Closes this screen. The last one stays.
  public func pop() { perform(.pop) }

  /// Closes this screen and hands its answer to the one below.
  public func answer(_ answer: Answer) { perform(.answer(answer)) }

  /// Loads this screen's data anew.
  public func refresh() { perform(.refresh) }

  /// Does work that takes time, for as long as this screen is open. What it changes is saved and painted when it is done.
  ///
  ///     navigator.run { self.note = try? await notes.save(draft) }
  ///
  /// A screen does one thing at a time, the newest: what is under way for it, a load included, is cancelled, and so is this by the next
  /// `run`, `refresh` or refresh that is due, and when the screen is closed. Put what belongs together into one `run`.
  public func run(_ work: @escaping @MainActor @Sendable () async -> Void) { perform(.run(work)) }

  /// Gives up the work that goes on for this screen.
  public func cancel() { perform(.cancel) }

  /// Saves and paints now what has changed in the middle of work. `isLoaded` says that the screen has its data, though more is to come.
  public func paint(isLoaded: Bool) { perform(.paint(isLoaded: isLoaded)) }

  /// Shows a sentence in the status line until the next key, or until a later load of this screen withdraws it. It stays among the
  /// messages.
  public func notify(_ notice: String) { perform(.notify(notice)) }

  /// Keeps a sentence among the messages, without showing it.
  public func log(_ sentence: String) { perform(.log(sentence)) }

  /// Takes back what this screen said in the status line before its present load began.
  public func withdrawNotice() { perform(.withdraw) }

  /// Puts text on the clipboard of the person's terminal.
  public func copy(_ text: String) { perform(.copy(text)) }

  /// Shows the keys of this screen.
  public func showHelp() { perform(.help) }

  /// Shows the log of all that was said.
  public func showMessages() { perform(.messages) }

  /// Paints every cell anew.
  public func redraw() { perform(.redraw) }

  /// Locks the application, where that is possible. It comes back to this place when it is unlocked.
  public func lock() { perform(.lock) }

  /// Ends the application. It comes back to this place.
  public func quit() { perform(.quit) }
}
