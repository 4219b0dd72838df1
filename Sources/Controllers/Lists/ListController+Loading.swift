public import Screens

extension ListController {
  var content: ListContent<Row>? { loader.content }

  var rows: any RowSource<Row> { content?.received ?? RowArray([], id: id) }

  /// The note about the rows; in a paged list, about the page of the selected row.
  var note: String? {
    // In a list without rows, the note is shown in the list's area instead.
    if content?.received.count == 0 { return nil }
    guard let part = content?.part, !isArranged else { return content?.note }
    return part.pageTable.note(of: selectedIndex ?? 0)
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let hadContent = content != nil
    /// The number of undecodable entries that was reported last.
    var unreadableCount = content?.unreadableCount
    var changes = ListChanges()
    /// The content before the first of several steps with news.
    var old: ListContent<Row>?
    let outcome = await loadContent(loadReason, navigator, notice: nil) {
      [weak self] before, isNews in
      guard let self, let content = self.content else { return }
      // Undecodable entries in the cache were reported by an earlier run.
      unreadableCount =
        unreadableCount
        ?? (self.loader.provenance?.isCurrent == false ? content.unreadableCount : 0)
      // Rows that a partial result lacked may not be new.
      if isNews, !self.loader.wasPartial, content.part?.moreFollows != true { old = old ?? before }
      if let before = old, !self.loader.moreFollows {
        changes = ListChanges(
          from: before, to: content, areContentsEqual: self.options.areContentsEqual,
          name: self.name,
          formatter: RowChangeFormatter(columns: self.columns, lossText: self.actualLoss.text) {
            self.name($0) ?? self.id($0)
          })
        // The last changes stay marked until there are new ones, or the user refreshes and nothing
        // has changed.
        if loadReason == .userRefresh || !changes.isEmpty { self.mark(changes) }
        old = nil
      }
      self.apply(content.columns)
      self.fit()
      self.arrange()
      self.followMoved()
      guard !self.loader.moreFollows else { return }
      self.selectRequested()
      self.openRequested(navigator)
      self.startPendingExport(navigator)
      self.applyPendingColumn(navigator)
      self.performPendingStep(navigator)
    }
    let reloadedText = options.reloadedText
    let showsRefreshNotice = loadReason == .userRefresh && hadContent && reloadedText != nil
    if let content, content.unreadableCount != unreadableCount ?? 0 {
      let text = content.unreadableCount == 0 ? "all entries can be read again." : nil
      navigator.log(
        text.map { "\(title): \($0)" } ?? content.note ?? "Some entries can't be read.")
    }
    var loss: Loss?
    if case .loaded = outcome, let content {
      // Only now is it certain that no later step contains the row.
      loss = loader.isPartial ? nil : replaceLostSelection(content)
      // A load with several steps logs the changes once, at its end.
      if !changes.isEmpty, !showsRefreshNotice || loss != nil {
        navigator.log("\(changes.summary(self.actualLoss)).")
      }
      if let notice = notice(of: changes, loss) { navigator.notify(notice) }
      selectRequested()
      request.selectedID = nil
      openRequested(navigator)
      startPendingExport(navigator)
      applyPendingColumn(navigator)
      performPendingStep(navigator)
    }
    switch outcome {
    case .loaded:
      if loadReason == .userRefresh, changes.isEmpty { mark(changes) }
      if showsRefreshNotice, loss == nil, let reloadedText {
        let text = changes.summary(actualLoss)
        navigator.notify("\(reloadedText)\(text.isEmpty ? "" : "; " + text).")
      }
    case .recovered where content != nil: break
    case .failed, .recovered:
      pending.exportName = nil
      pending.column = nil
      // The loaded rows stay, and one of them was open.
      if content != nil { performPendingStep(navigator) }
      pending.step = nil
    case .unchanged:
      request.selectedID = nil
      performPendingStep(navigator)
    case .dropped: break
    }
  }

  /// The text for missing rows. While entries can't be decoded, a missing row may still exist.
  var actualLoss: RowRemoval {
    (content?.unreadableCount ?? 0) > 0 ? .notInResponse : options.loss
  }

  /// Partial content must not lack the user's selection or position.
  var acceptsPartialContent: Bool {
    let isUntouched = state.selectedID == nil && state.topID == nil && options.selectedID == nil
    let isRequested = request.selectedID != nil || request.name != nil
    return content == nil && isUntouched && !isArranged && !isRequested
  }

  private func apply(_ named: ListColumns<Row>?) {
    guard let named, !named.columns.isEmpty else { return }
    columns = named.columns
    initiallyHidden = named.hiddenIDs
    madeBindings = nil
  }

  func reset() {
    loader.forget()
    fit()
    arrange()
    state = ListState()
  }

  /// The row begins or ends the content that is about to be shown.
  func expect(_ row: Row) {
    state.selectedID = id(row)
    state.selectedName = name(row)
    state.neighbourIDs = []
    state.topID = nil
    state.rowsAbove = 0
    state.isScrolled = false
  }

  private func mark(_ changes: ListChanges) {
    let ids = Array(changes.ids.prefix(ListState.maximumChanges))
    var state = state
    state.changedIDs = ids
    state.newIDs = changes.newIDs.filter(Set(ids).contains)
    state.changedCount = changes.ids.count - changes.newIDs.count
    state.newCount = changes.newIDs.count
    state.lostCount = changes.lostNames.count
    if state != self.state { self.state = state }
  }

  /// The removed selected row: its name, and the sentence about it.
  fileprivate struct Loss {
    let name: String
    let sentence: String
  }

  /// Includes other removed rows only if `loss` says that they were deleted.
  private func notice(of changes: ListChanges, _ lost: Loss?) -> String? {
    let others =
      options.loss == .deleted ? changes.lossSentence(actualLoss, besides: lost?.name) : nil
    let sentences = [lost?.sentence, others].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Selects the nearest neighbour if the selected row was removed. Returns the notice about it.
  private func replaceLostSelection(_ loaded: ListContent<Row>) -> Loss? {
    // Search the visible rows first, because the arrangement remembers the row's index.
    guard let wanted = state.selectedID, arrangement.index(of: wanted) == nil,
      rows.index(of: wanted) == nil
    else { return nil }
    let name = state.selectedName ?? wanted
    let neighbour = rows.first(of: state.neighbourIDs)
    let nearest = loaded.part?.nearestIndex(ofRows: rows.count)
    let instead = neighbour ?? nearest.map { rows.row(at: $0) }
    state.selectedID = instead.map(id)
    state.selectedName = instead.flatMap(self.name)
    let end = neighbour == nil ? "." : "; its neighbour is selected."
    // A row moved by new rows above it could be on a page that isn't loaded.
    let mayHaveMoved = options.stableID != nil && loaded.isIncomplete
    let clause = mayHaveMoved ? "“\(name)” isn't near its place any more" : actualLoss.clause(name)
    return Loss(name: name, sentence: clause + end)
  }

  /// Follows the selected row if its id has changed because rows were inserted before it.
  private func followMoved() {
    guard let stableID = options.stableID, let wanted = state.selectedID,
      arrangement.index(of: wanted) == nil, rows.index(of: wanted) == nil
    else { return }
    let (received, wantedStableID) = (rows, stableID(wanted))
    let indices = (0..<received.count).filter { stableID(received.id(at: $0)) == wantedStableID }
    // Of several rows with the same content, choose the one nearest to the previous row number.
    guard let index = content?.part?.nearest(of: indices) ?? indices.first else { return }
    choose(received.row(at: index))
  }
}
