import Reprise

if let errand = Errand(CommandLine.arguments) { errand.run() }

Application("probe", title: "Probe", root: Place.root) { place in
  ProbeScreen(place, Mishap.asked(at: place))
}
.main()
