import Screens

/// A screen that shows itself why its data can't be read.
@MainActor protocol TellsProblem {
  var problem: Report? { get }
  /// The standing of the data since the last load failed; nil if it didn't.
  var failure: Provenance.Standing? { get }
}

extension ListController: TellsProblem {}
extension PagedListController: TellsProblem {
  var problem: Report? { list.problem }
  var failure: Provenance.Standing? { list.failure }
}
extension DetailController: TellsProblem {}
extension ChartController: TellsProblem {}
extension TextController: TellsProblem {}
