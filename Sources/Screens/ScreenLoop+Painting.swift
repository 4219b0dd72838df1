import Terminals

/// The end of a turn: changes are saved, and then painted.
extension ScreenLoop {
  /// Shows the outcome of work so far, and carries out its requests: the rest of the work may take long.
  func paint(isLoaded: Bool) {
    carryOutRequests()
    if isLoaded { isResumed = true }
    // Within a handler the turn is under way.
    if leaving == nil { finishTurn() } else { paintWhenDone() }
  }

  func finishTurn() {
    guard scheduledPaints == 0, !isClosed, !lockIfOverdue() else { return }
    keepWhatIsLeft()
    saver.save(stack)
    logNotSaving()
    frame = picture()
    if isResumed { onDrawn() }
    terminal.show(frame)
    if isResumed { onResumed() }
    awaitOtherBadge()
  }

  /// Saves what has resumed of a session that made starts fail, or else the next start would fail again: the whole session is set aside.
  private func keepWhatIsLeft() {
    guard isReduced, isResumed else { return }
    // Drawing may be what makes it fail.
    _ = picture()
    isReduced = false
    saver.mustSave()
  }

  /// Logs among the messages why nothing is saved: the bottom line may have no room for it.
  private func logNotSaving() {
    guard saver.notSaving != loggedNotSaving else { return }
    loggedNotSaving = saver.notSaving
    notices.keep(
      saver.notSaving.map { "Not saving: \($0)." } ?? "Saving again.", at: time.now())
  }

  /// The standing of what is shown, at this moment, as a badge.
  private var badge: Badge? {
    guard let provenance = stack.top.provenance else { return nil }
    return Badge(
      provenance, now: time.now(), interval: stack.top.refreshInterval,
      isLoading: stack.entries.last?.loading.isUnderWay == true, zone: time.zone)
  }

  /// Sets the alarm for the moment at which the badge isn't true any more, to paint again.
  private func awaitOtherBadge() {
    let now = time.now()
    guard let expiry = badge?.expiry, expiry > now else { return badgeAlarm.clear() }
    guard badgeAlarm.due != expiry else { return }
    badgeAlarm.set(after: expiry - now, due: expiry) { [weak self] in self?.finishTurn() }
  }

  private func picture() -> Frame {
    let screen = stack.top
    var canvas = Canvas(size: terminal.size)
    var status = StatusLine(
      notice: waitingWords ?? notices.current, notSaving: saver.notSaving)
    status.bindings = bindings
    status.activity =
      screen.activity ?? (held.isEmpty ? background.progress : "Loading…")
    let chrome = Chrome(
      application: application.title,
      titles: stack.entries.dropLast().map { $0.title } + [screen.title], subtitle: screen.subtitle,
      badge: badge, banner: application.banner, status: status)
    let rowsAbove = rowsAbove
    chrome.draw(in: &canvas) { body in
      guard rowsAbove > 0, let below = stack.screenBelow else { return screen.draw(in: &body) }
      let columns = body.columns
      body.within(Area(row: 0, column: 0, rows: rowsAbove - 1, columns: columns)) {
        below.draw(in: &$0)
      }
      body.rule(row: rowsAbove - 1, from: 0, to: columns)
      body.within(
        Area(row: rowsAbove, column: 0, rows: body.rows - rowsAbove, columns: columns)
      ) {
        screen.draw(in: &$0)
      }
    }
    return canvas.picture
  }

  /// The number of the body's rows above the screen on top, in which the one below is in sight,
  /// with a rule under it; 0 if it isn't.
  var rowsAbove: Int {
    let body = Chrome.bodySize(of: terminal.size, application.banner)
    guard let rows = stack.top.promptRows(columns: body.columns), stack.screenBelow != nil,
      body.rows - rows >= 4
    else { return 0 }
    return body.rows - rows
  }
}
