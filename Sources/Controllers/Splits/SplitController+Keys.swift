public import Screens
public import Terminals

extension SplitController {
  public var bindings: [KeyBinding] {
    guard !focused.isTyping else { return focused.bindings }
    guard isInDetails else {
      let hasRows = list.content.map { !$0.received.isEmpty } ?? true
      return list.bindings + extraBindings() + (hasRows ? [toDetails] : [])
    }
    return focused.bindings + extraBindings() + [toList] + neighbours
  }

  private var toDetails: KeyBinding {
    KeyBinding(.tab, help: "Go to the details") { self.goToDetails($0) }
  }

  private var toList: KeyBinding {
    KeyBinding(.escape, .left, .backspace, "h", label: "list", help: "Go back to the list") {
      self.goToList($0)
    }
  }

  private var neighbours: [KeyBinding] {
    [
      KeyBinding("n", help: "Show the details of the next row") { self.step(1, $0) },
      KeyBinding("p", help: "Show the details of the row before") { self.step(-1, $0) },
    ]
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    size = navigator.size
    switch event {
    case .resize:
      fit(navigator)
      if isWide, isInDetails {
        let inner = listNavigator(navigator)
        _ = list.handle(.resize(inner.size), inner)
      }
      follow(navigator)
      wantDetails(navigator)
      return .handled
    case .mouse(let mouse) where isWide: return handle(mouse, navigator)
    default: return pass(event, navigator)
    }
  }

  /// Passes an event to the focused child screen, then tries this screen's own keys.
  private func pass(_ event: Event, _ navigator: Navigator) -> Handled {
    let isInDetails = isInDetails
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    if focused.handle(event, inner) == .handled {
      if !isInDetails { follow(navigator) }
      return .handled
    }
    return focused.isTyping ? .ignored : bindings.perform(event, navigator)
  }

  /// A click goes to the child screen under it and moves the focus there; the wheel scrolls the one
  /// under it.
  private func handle(_ mouse: Mouse, _ navigator: Navigator) -> Handled {
    let layout = SplitLayout(size: navigator.size)
    let isPointing = mouse.action == .click || mouse.action == .doubleClick
    guard mouse.position.column >= layout.details.column else {
      guard mouse.position.column < layout.ruleColumn else { return .handled }
      if isPointing, isInDetails { goToList(navigator) }
      let handled = list.handle(.mouse(mouse), listNavigator(navigator))
      follow(navigator)
      return handled
    }
    guard let details else { return .handled }
    if isPointing, !isInDetails {
      // The details shown may belong to a row that is now filtered out.
      state.isInDetails = true
      showFocus()
    }
    var inside = mouse
    inside.position.column -= layout.details.column
    return details.handle(.mouse(inside), detailsNavigator(navigator))
  }

  public func receive(_ answer: ScreenResult, _ navigator: Navigator) {
    size = navigator.size
    if answer == .recovered { return navigator.refresh() }
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    let isOfPart = (focused as? any ResultOwning)?.isOwn(answer) == true
    focused.receive(answer, inner)
    if !isOfPart { answered(answer, navigator) }
    if !isInDetails { follow(navigator) }
  }
}
