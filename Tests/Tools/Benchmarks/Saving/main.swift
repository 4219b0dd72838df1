// How long a save takes on a key's way: a state of 4 KiB encoded, put into a snapshot, and written; plain and sealed.
//
// usage: saving Directory

import Accounts
import Encryption
import Foundation
import Reprise

struct State: RestorableState {
  var selectedID: String? = "selected"
  var texts = (0..<60).map { "a line of text that somebody has typed, number \($0), ending" }
  var count = 0
}

func measure(_ name: String, _ sealing: (any SnapshotSealing)?) throws {
  let file = SnapshotFile(path: "\(CommandLine.arguments[1])/\(name).snapshot", sealing: sealing)
  _ = try file.load()
  var state = State()
  var times: [Double] = []
  for number in 0..<20_000 {
    let start = DispatchTime.now().uptimeNanoseconds
    state.count = number
    let entry = Snapshot.Entry(
      route: .application(.string("bench")), title: "Bench", stateVersion: 1,
      state: try StateCoder.encode(state))
    let snapshot = Snapshot(
      application: "bench", version: "1.0", account: nil, savedAt: number, entries: [entry])
    try file.save(snapshot.body)
    times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
  }
  times.sort()
  func at(_ share: Double) -> String {
    let text = String(Int(times[Int(Double(times.count) * share)] * 1e4))
    return "0." + String(repeating: "0", count: max(0, 4 - text.count)) + text
  }
  let size = try StateCoder.encode(state).bytes.count
  print("\(name): a state of \(size) bytes, saved in \(at(0.5)) ms (median), \(at(0.99)) ms (p99)")
}

var password = Array("correct horse".utf8)
let sealer = try Sealer(wiping: &password, parameters: KeyParameters())
try measure("plain", nil)
try measure("sealed", SealedBodies(sealer))
