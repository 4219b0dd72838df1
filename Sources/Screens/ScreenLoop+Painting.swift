import Restoration
import Terminals

/// The end of a turn: changes are saved, then painted.
extension ScreenLoop {
  func paint(isLoaded: Bool) {
    carryOutRequests()
    if isLoaded { isResumed = true }
    // If an exit is pending, the scheduled turn exits instead of painting.
    if exitReason == nil, waiting.isEmpty { finishTurn() } else { paintWhenDone() }
  }

  func finishTurn() {
    guard scheduledPaints == 0, !isClosed, !lockIfOverdue() else { return }
    saveReducedSession()
    saver.save(stack)
    logNotSaving()
    frame = picture()
    if isResumed { onDrawn() }
    terminal.show(launchImageIfWanted ?? frame)
    if isResumed { onResumed() }
    awaitOtherBadge()
    keepLaunchImage()
  }

  /// Shows the screen as it was left, if the session's store has an image of this size.
  func showLaunchImage() {
    guard application.keepsLaunchImage, let bytes = saver.store?.launchImage,
      let image = LaunchImage(bytes, size: terminal.size)
    else { return }
    launchImage = image.frame(
      of: application.title, titles: titles, subtitle: stack.top.subtitle,
      banner: application.banner, zone: time.zone)
    guard let launchImage = launchImageIfWanted else { return }
    terminal.show(launchImage)
    keysWaitUntil = .now + .seconds(2)
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(2))
      if self?.waiting.isEmpty == false { self?.turn() }
    }
  }

  /// Keys pressed over the launch image are meant for the screen that it shows. They wait for its
  /// data, but not long, and not those with which the user leaves.
  var areKeysTooEarly: Bool {
    guard launchImage != nil, launchImageIfWanted != nil, .now < keysWaitUntil,
      stack.entries.last?.loading.isUnderWay == true, waiting.contains(where: \.isUserInput)
    else { return false }
    let leaving = bindings.filter { ["quit", "back"].contains($0.label) }.flatMap(\.keys)
    return !waiting.contains { event in leaving.contains { event == .key($0) } }
  }

  /// `nil` once there is something newer to show, or something that the user must read.
  private var launchImageIfWanted: Frame? {
    let isOver =
      isResumed || launchImage?.size != terminal.size || waitingText != nil
      || notices.current != nil || saver.notSaving != nil
    if isOver { launchImage = nil }
    return launchImage
  }

  /// Keeps an image of the body that was painted last for the state that was saved last.
  func keepLaunchImage() {
    guard application.keepsLaunchImage, isResumed, saver.isSaving, saver.saveCount > 0,
      frame.images.isEmpty, !stack.top.asksForConsent
    else { return }
    let rows = frame.changedRows(since: kept?.frame)
    let isChanged = rows.contains { $0 > 0 && $0 < frame.size.rows - 1 }
    guard isChanged || saver.saveCount != kept?.saveCount else { return }
    kept = (frame, saver.saveCount)
    saver.store?.keepLaunchImage { [frame, now = time.now()] in
      LaunchImage.bytes(of: frame, at: now)
    }
  }

  private var titles: [String] { stack.entries.dropLast().map { $0.title } + [stack.top.title] }

  /// Otherwise the next start fails again. A copy of the whole session is quarantined.
  private func saveReducedSession() {
    guard isReduced, isResumed else { return }
    // Draws first, because drawing may be what crashes.
    _ = picture()
    isReduced = false
    saver.mustSave()
  }

  /// Logs why nothing is saved, because the status line may truncate it.
  private func logNotSaving() {
    guard saver.notSaving != loggedNotSaving else { return }
    loggedNotSaving = saver.notSaving
    notices.record(
      saver.notSaving.map { "Not saving: \($0)." } ?? "Saving again.", at: time.now())
  }

  private var badge: Badge? {
    guard let provenance = stack.top.provenance else { return nil }
    return Badge(
      provenance, now: time.now(), interval: stack.top.refreshInterval,
      isLoading: stack.entries.last?.loading.isUnderWay == true, zone: time.zone)
  }

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
      notice: waitingText ?? notices.current, notSaving: saver.notSaving)
    status.bindings = bindings
    status.activity =
      screen.activity ?? (held.isEmpty ? tasks.progress : "Loading…")
    let chrome = Chrome(
      application: application.title,
      titles: titles, subtitle: screen.subtitle,
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

  /// Counts the rule; 0 if the screen below is hidden.
  var rowsAbove: Int {
    let body = Chrome.bodySize(of: terminal.size, application.banner)
    guard let rows = stack.top.promptRows(columns: body.columns), stack.screenBelow != nil,
      body.rows - rows >= 4
    else { return 0 }
    return body.rows - rows
  }
}
