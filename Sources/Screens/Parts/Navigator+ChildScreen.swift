public import Terminals

extension Navigator {
  /// Returns a navigator for a part of the screen, which has less room.
  ///
  /// The part's requests are this screen's. If both load, or two parts do work of one name, the later takes the place of the earlier.
  public func part(_ size: Size) -> Navigator { part(size, beside: {}) }

  /// Returns a navigator for a part of the screen. When the part loads anew, which takes the place of the screen's own loading, `beside` is
  /// loaded all the same.
  package func part(
    _ size: Size, beside: @escaping @MainActor @Sendable () async -> Void
  ) -> Navigator {
    Navigator(size: size, graphics: graphics) { request in
      guard case .run(.loading, let work) = request else { return self.request(request) }
      run(.loading) { await Navigator.together(beside, work) }
    }
  }

  /// Does two things at once. If neither has to wait both are done on return, without a pause in which a frame could be painted.
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

  /// A navigator that opens one screen at most, so that two parts with the same remedy don't open it twice.
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
