import Reprise

extension Error {
  /// True if every other question now comes to the same: the server can't be reached, or doesn't let this user in.
  ///
  /// All other problems cost one answer alone.
  var endsEverything: Bool {
    switch self as any Error {
    case OpenMRSProblem.gateway: true
    case let problem as HTTPProblem:
      switch problem {
      case .forbidden, .notFound, .status, .wrongContentType, .cutShort, .tooLarge, .undecodable,
        .malformed, .unexpected, .tooManyRedirects:
        false
      default: true
      }
    default: self is CancellationError
    }
  }

  /// True if no answer came that can be used, so that the cache is all there is. A status that a server gave is an answer; a gateway's word
  /// about a server that it doesn't reach isn't.
  var isTransportFailure: Bool {
    switch self as any Error {
    case OpenMRSProblem.gateway: true
    case let problem as HTTPProblem:
      switch problem {
      case .cancelled, .unauthorized, .passwordNeeded, .forbidden, .notFound, .status,
        .wrongContentType, .unexpected, .tooManyRedirects:
        false
      default: true
      }
    default: false
    }
  }
}

extension Error {
  /// True if the server failed at a question, so that an earlier answer is the best there is. That there is nothing, or that the user may
  /// not see it, is an answer.
  var leavesWhatWasKnown: Bool {
    switch self as any Error {
    case OpenMRSProblem.refused, OpenMRSProblem.exception, OpenMRSProblem.brokenOff,
      OpenMRSProblem.ofAnother, HTTPProblem.status:
      true
    default: isUseless || isTransportFailure && !endsEverything
    }
  }

  /// True if the cache has no answer to the question.
  var isNotKept: Bool { if case .notKept? = self as? OpenMRSProblem { true } else { false } }

  /// True if an answer came that nobody can use: it breaks off, is damaged or too large, or isn't JSON.
  var isUseless: Bool {
    switch self as? HTTPProblem {
    case .cutShort, .malformed, .undecodable, .tooLarge, .wrongContentType, .unexpected: true
    default: false
    }
  }
}
