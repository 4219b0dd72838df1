import Screens

/// A screen that says itself why its data can't be read.
@MainActor protocol TellsProblem {
  var problem: Report? { get }
}

extension ListController: TellsProblem {}
extension PagedListController: TellsProblem {
  var problem: Report? { list.problem }
}
extension DetailController: TellsProblem {}
extension ChartController: TellsProblem {}
