import Reprise

extension Error {
  /// Whether whatever else is asked now comes to the same: the server can't be reached, or doesn't let this user in.
  ///
  /// All other problems cost what was asked for alone.
  var endsEverything: Bool {
    switch self as? HTTPProblem {
    case .status(_, 502...504, _, _): true
    case nil, .forbidden, .notFound, .status, .wrongContentType, .cutShort, .tooLarge, .undecodable,
      .malformed, .unexpected, .tooManyRedirects:
      self is CancellationError
    default: true
    }
  }
}

extension Error {
  /// Whether no answer came that can be used, so that what was kept is all there is. A status that a server gave is an answer; what a
  /// gateway says of a server that it doesn't reach isn't.
  var isTransportFailure: Bool {
    switch self as? HTTPProblem {
    case .status(_, 502...504, _, _): true
    case nil, .cancelled, .unauthorized, .passwordNeeded, .forbidden, .notFound, .status,
      .wrongContentType, .unexpected, .tooManyRedirects:
      false
    default: true
    }
  }
}

extension Error {
  /// What it means for what is shown. A gateway that doesn't reach the server says so with a status: the server is away.
  var recordStanding: Provenance.Standing {
    if case .status(_, 502...504, _, _)? = self as? HTTPProblem { return .offline }
    return (self as? any SourceProblem)?.standing ?? .error
  }
}
