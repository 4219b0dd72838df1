import Screens

/// Screens that have the terminal, whatever their routes are.
@MainActor protocol RunningScreens: AnyObject {
  func turn()
  func repaint()
  func saveDurably()
  func notify(_ sentence: String)
  func lock()
  func close()
}

extension ScreenLoop: RunningScreens {}
