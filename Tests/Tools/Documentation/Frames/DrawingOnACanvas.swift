import Reprise

let machine = (name: "north", status: "started")

// The block.
