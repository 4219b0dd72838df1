import Reprise

let environment: [String: String] = [:]
let bytes: [UInt8] = []

// The block.
