/// Background tasks, and reloading the screens whose data they change.
extension ScreenLoop {
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

  /// Returns the navigator of a background task. It shows notices and progress on any screen and
  /// reloads screens, but can't open or close any.
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

  /// Reloads the topmost screen if one of the routes leads to it. Covered screens are reloaded when
  /// they are on top again.
  func reload(_ routes: [any AppRoute]) {
    for case let route as Route in routes { stack.noteOutdated(route) }
    reloadIfOutdated()
  }

  /// Reloads the topmost screen if its data has changed elsewhere. A running load isn't restarted.
  func reloadIfOutdated() {
    guard let top = stack.entries.last, top.isOutdated, !top.loading.isUnderWay else { return }
    load(.appear)
  }
}
