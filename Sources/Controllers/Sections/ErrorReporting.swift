import Screens

/// A screen that shows itself why its data can't be read.
@MainActor protocol ErrorReporting {
  var problem: StatusMessage? { get }
  /// The standing of the data since the last load failed; nil if it didn't.
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
