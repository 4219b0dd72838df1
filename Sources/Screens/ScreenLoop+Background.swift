/// The work that goes on wherever the person is, and the screens whose data it changes.
extension ScreenLoop {
  /// Begins work in the background, unless work of its name goes on.
  func runInBackground(_ work: BackgroundWork, for screen: any Screen) {
    guard !isClosed, !background.contains(work.name) else { return }
    let number = unfinished.begin(for: screen)
    let navigator = backgroundNavigator(for: screen, number)
    let task = Task { [weak self, unfinished, background] in
      defer { unfinished.end(number) }
      await work.work(navigator)
      background.end(number)
      self?.hasWorked()
    }
    background.begin(work, number, task)
    paintWhenDone()
  }

  /// The navigator of work in the background: sentences, progress and changed data count wherever the person is, and nothing moves them
  /// away.
  private func backgroundNavigator(for screen: any Screen, _ number: Int) -> Navigator {
    let outliving = outlivingNavigator(for: screen)
    return Navigator(size: outliving.size) { [weak self] request in
      guard let self, !self.isClosed else { return }
      switch request {
      case .notify, .log: outliving.request(request)
      case .progress(let words):
        guard self.background.note(words, of: number) else { return }
        self.unfinished.noteShown(number)
        self.finishTurn()
      case .reload(let routes): self.reload(routes)
      default: break
      }
    }
  }

  /// Loads the screen on top anew if one of these routes leads to it; the covered ones are loaded when they are on top again.
  func reload(_ routes: [any AppRoute]) {
    for case let route as Route in routes { stack.noteOutdated(route) }
    reloadIfOutdated()
  }

  /// Loads the screen on top anew if its data have changed elsewhere. A load that is under way is left to its end.
  func reloadIfOutdated() {
    guard let top = stack.entries.last, top.isOutdated, !top.loading.isUnderWay else { return }
    load(.appear)
  }
}
