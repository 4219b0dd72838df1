public import Screens

/// Loading rows, and what becomes of the marks and the selection then.
extension ListController {
  var content: ListContent<Row>? { loader.content }

  /// The note about the rows, or in a list that comes in pieces about the page of the selected one.
  var note: String? {
    // Where there are no rows it stands in their place.
    if content?.received.count == 0 { return nil }
    guard let part = content?.part, !isArranged else { return content?.note }
    return part.places.note(of: selectedPlace ?? 0)
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let hadContent = content != nil
    /// The number of entries that couldn't be read, as it was said before.
    var unreadableCount = content?.unreadableCount
    var changes = ListChanges()
    /// The content before the first of several steps that bring news.
    var old: ListContent<Row>?
    let outcome = await loadContent(loadReason, navigator, notice: nil) {
      [weak self] before, isNews in
      guard let self, let content = self.content else { return }
      // What an earlier run left in the cache was said then.
      unreadableCount =
        unreadableCount
        ?? (self.loader.provenance?.isCurrent == false ? content.unreadableCount : 0)
      // Of what was only a beginning nothing is known to be new.
      if isNews, !self.loader.wasPartial, content.part?.moreFollows != true { old = old ?? before }
      if let before = old, !self.loader.moreFollows {
        changes = ListChanges(
          from: before, to: content, id: self.id, areContentsEqual: self.areContentsEqual,
          name: self.name,
          words: RowWords(columns: self.columns, lossWord: self.actualLoss.word) {
            self.name($0) ?? self.id($0)
          })
        // The last changes stay marked until there are others, or the person asks and there are none.
        if loadReason == .userRefresh || !changes.isEmpty { self.mark(changes) }
        old = nil
      }
      self.take(content.columns)
      self.fit()
      self.arrange()
      self.followMoved()
      guard !self.loader.moreFollows else { return }
      self.selectRequested()
      self.openRequested(navigator)
      self.exportWaiting(navigator)
      self.columnWaiting(navigator)
      self.stepWaiting(navigator)
    }
    let isToldByKey = loadReason == .userRefresh && hadContent && reloadedText != nil
    if let content, content.unreadableCount != unreadableCount ?? 0 {
      let words = content.unreadableCount == 0 ? "all entries can be read again." : nil
      navigator.log(
        words.map { "\(title): \($0)" } ?? content.note ?? "Some entries can't be read.")
    }
    var loss: Loss?
    if case .loaded = outcome, let content {
      // Only now is it known that no later step brings it.
      loss = loader.isPartial ? nil : replaceLostSelection(content)
      // A load that shows more later says once what is no more.
      if !changes.isEmpty, !isToldByKey || loss != nil {
        navigator.log("\(changes.words(self.actualLoss)).")
      }
      if let notice = notice(of: changes, loss) { navigator.notify(notice) }
      selectRequested()
      request.selectedID = nil
      openRequested(navigator)
      exportWaiting(navigator)
      columnWaiting(navigator)
      stepWaiting(navigator)
    }
    switch outcome {
    case .loaded:
      if loadReason == .userRefresh, changes.isEmpty { mark(changes) }
      if isToldByKey, loss == nil, let reloadedText {
        let words = changes.words(actualLoss)
        navigator.notify("\(reloadedText)\(words.isEmpty ? "" : "; " + words).")
      }
    case .recovered where content != nil: break
    case .failed, .recovered:
      waiting.exportName = nil
      waiting.column = nil
      // The rows that are there stay, and one of them was open.
      if content != nil { stepWaiting(navigator) }
      waiting.step = nil
    case .unchanged:
      request.selectedID = nil
      stepWaiting(navigator)
    case .dropped: break
    }
  }

  /// The words for rows that aren't there: where entries couldn't be read, none is known to be
  /// gone.
  var actualLoss: ListLoss { (content?.unreadableCount ?? 0) > 0 ? .notInAnswer : loss }

  /// True if the first rows may be shown before the others are there: the person has no place that these may lack.
  var acceptsPartialContent: Bool {
    let isUntouched = state.selectedID == nil && state.topID == nil && initialID == nil
    let isRequested = request.selectedID != nil || request.name != nil
    return content == nil && isUntouched && !isArranged && !isRequested
  }

  /// Takes the columns that the source has named.
  private func take(_ named: ListColumns<Row>?) {
    guard let named, !named.columns.isEmpty else { return }
    columns = named.columns
    initiallyHidden = named.hiddenIDs
    madeBindings = nil
  }

  /// Empties the list for another question: no rows, no selection.
  func reset() {
    loader.forget()
    fit()
    arrange()
    state = ListState()
  }

  /// Selects a row of the content that is about to be shown, at the screen's top or at its end.
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

  /// The selected row that is lost: its name, and the sentence about it.
  fileprivate struct Loss {
    let name: String
    let sentence: String
  }

  /// The sentence about lost rows: the selected one, and others if `loss` says that they were deleted.
  private func notice(of changes: ListChanges, _ lost: Loss?) -> String? {
    let others =
      loss == .deleted ? changes.lossSentence(actualLoss, besides: lost?.name) : nil
    let sentences = [lost?.sentence, others].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Moves the selection to the nearest neighbour if its row is gone. Returns what the person is told then.
  private func replaceLostSelection(_ loaded: ListContent<Row>) -> Loss? {
    // The rows that are shown are looked through first: there it is found at once.
    guard let wanted = state.selectedID, arrangement.place(of: wanted) == nil,
      loaded.received.first(of: [wanted], id) == nil
    else { return nil }
    let name = state.selectedName ?? wanted
    let neighbour = loaded.received.first(of: state.neighbourIDs, id)
    let instead = neighbour ?? loaded.part?.nearest(loaded.received)
    state.selectedID = instead.map(id)
    state.selectedName = instead.flatMap(self.name)
    let end = neighbour == nil ? "." : "; its neighbour is selected."
    // A row that others may have moved could be in pages that aren't here.
    let mayHaveMoved = stableID != nil && loaded.isIncomplete
    let clause = mayHaveMoved ? "“\(name)” isn't near its place any more" : actualLoss.clause(name)
    return Loss(name: name, sentence: clause + end)
  }

  /// Selects the row that was selected where its id is another one now, because others were put in front of it.
  private func followMoved() {
    guard let stableID, let received = content?.received, let wanted = state.selectedID,
      arrangement.place(of: wanted) == nil, received.first(of: [wanted], id) == nil
    else { return }
    let lasting = stableID(wanted)
    let places = received.indices.filter { stableID(id(received[$0])) == lasting }
    // Of several with the same content the one nearest to the place that was left is most likely meant.
    guard let place = content?.part?.nearest(of: places) ?? places.first else { return }
    choose(received[place])
  }
}
