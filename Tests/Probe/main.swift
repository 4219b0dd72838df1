import Reprise

Application("probe", title: "Probe", root: Place.root) { place in
  ProbeScreen(place, Mishap.asked(at: place))
}
.main()
