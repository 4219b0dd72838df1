import Screens

/// The screens in the terminal, independent of their route type.
@MainActor protocol RunningScreens: AnyObject {
  func turn()
  func repaint()
  func saveDurably()
  /// Why nothing is saved; `nil` if saving works or isn't wanted.
  var notSaving: String? { get }
  func notify(_ sentence: String)
  func lock()
  func quit()
  func say(waitingFor program: String, since: Int)
  func endWaiting()
  func close()
}

extension ScreenLoop: RunningScreens {}
