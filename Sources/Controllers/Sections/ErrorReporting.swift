import Screens

/// A screen that shows its loading error itself.
@MainActor protocol ErrorReporting {
  var problem: StatusMessage? { get }
  /// The data status after a failed load; `nil` if the last load succeeded.
  var failure: Provenance.DataStatus? { get }
}

extension ListController: ErrorReporting {}
extension PagedListController: ErrorReporting {
  var problem: StatusMessage? { list.problem }
  var failure: Provenance.DataStatus? { list.failure }
}
extension DetailController: ErrorReporting {}
extension ChartController: ErrorReporting {}
extension TextController: ErrorReporting {}
