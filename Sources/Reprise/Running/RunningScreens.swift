import Screens

/// Screens that have the terminal, whatever their routes are.
@MainActor protocol RunningScreens: AnyObject {
  func turn()
  func repaint()
  func saveDurably()
  /// The reason why nothing is saved, in a few words; nil if all is, or if nothing is to be.
  var notSaving: String? { get }
  func notify(_ sentence: String)
  func lock()
  func quit()
  func say(waitingFor program: String, since: Int)
  func endWaiting()
  func close()
}

extension ScreenLoop: RunningScreens {}
