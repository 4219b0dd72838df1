public import Terminals

extension Navigator {
  /// Returns a navigator for a child screen, which has a smaller area.
  ///
  /// The child's requests are made by this screen. If both load, or two child screens run tasks of
  /// the same name, the later task replaces the earlier one.
  public func part(_ size: Size) -> Navigator { part(size, beside: {}) }

  /// Returns a navigator for a child screen. A reload of the child replaces this screen's own
  /// loading, so `beside` is run with it.
  package func part(
    _ size: Size, beside: @escaping @MainActor @Sendable () async -> Void
  ) -> Navigator {
    Navigator(size: size, graphics: graphics) { request in
      guard case .run(.loading, let work) = request else { return self.request(request) }
      run(.loading) { await Navigator.together(beside, work) }
    }
  }

  /// Runs two tasks concurrently. If neither suspends, both are done on return, without a
  /// suspension in which a frame could be painted.
  package static func together(
    _ first: @escaping @MainActor @Sendable () async -> Void,
    _ second: @MainActor () async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      if #available(macOS 26, *) {
        group.addImmediateTask(operation: first)
      } else {
        group.addTask(operation: first)
      }
      await second()
    }
  }

  /// A navigator that opens at most one screen, so that two child screens with the same recovery
  /// don't open it twice.
  package var openingOnce: Navigator {
    var hasOpened = false
    return Navigator(size: size, graphics: graphics) { request in
      if case .push = request {
        if hasOpened { return }
        hasOpened = true
      }
      self.request(request)
    }
  }
}
