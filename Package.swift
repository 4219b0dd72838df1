// swift-tools-version: 6.2
import PackageDescription

// The build settings of every target. Swift 6 mode comes with the tools version.
let rules: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Reprise",
  platforms: [.macOS(.v15)],
  // The applications aren't products, so that a dependent package may name its own targets hello,
  // cloudburst, patients, openbis or molecules. They are built under their targets' names;
  // `make install` renames them.
  products: [
    .library(name: "Reprise", targets: ["Reprise"]),
    .library(name: "RepriseTesting", targets: ["RepriseTesting"]),
  ],
  targets: [
    // The layers from bottom to top: a target imports only targets above it in this list.
    .target(name: "Values", swiftSettings: rules),
    .target(name: "Files", dependencies: ["Values"], swiftSettings: rules),
    .target(name: "Chemistry", swiftSettings: rules),
    .target(name: "Terminals", swiftSettings: rules),
    .target(name: "Depictions", dependencies: ["Chemistry", "Terminals"], swiftSettings: rules),
    .target(name: "Restoration", dependencies: ["Values", "Files"], swiftSettings: rules),
    .target(
      name: "Screens", dependencies: ["Values", "Terminals", "Restoration"], swiftSettings: rules),
    .target(
      name: "Controllers",
      dependencies: ["Values", "Files", "Terminals", "Restoration", "Screens"],
      swiftSettings: rules),
    .systemLibrary(
      name: "CNcurses",
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .target(name: "CRescue"),
    .target(name: "CMainQueue"),
    .target(name: "CLibcrypto"),
    .target(name: "Sealing", dependencies: ["CLibcrypto"], swiftSettings: rules),
    .target(name: "CLibcurl"),
    .target(name: "CSpawn"),
    .target(
      name: "Documents", dependencies: ["Values", "Files", "CRescue", "CSpawn"],
      swiftSettings: rules),
    .target(
      name: "ChemicalDocuments", dependencies: ["Chemistry", "Documents"], swiftSettings: rules),
    .target(
      name: "Networking",
      dependencies: ["Values", "Files", "CLibcurl", "CLibcrypto", "CRescue", "CSpawn"],
      swiftSettings: rules),
    .target(
      name: "TerminalNcurses", dependencies: ["Terminals", "CNcurses", "CRescue"],
      swiftSettings: rules),
    .target(
      name: "Commands",
      dependencies: ["Values", "Files", "Terminals", "Restoration", "Controllers"],
      swiftSettings: rules),
    .target(
      name: "Vaults",
      dependencies: ["Values", "Files", "Restoration", "Sealing", "Networking"],
      swiftSettings: rules),
    .target(
      name: "DataSources",
      dependencies: [
        "Values", "Files", "Terminals", "Networking", "Screens", "Controllers", "Vaults",
      ],
      swiftSettings: rules),
    .target(
      name: "Servers",
      dependencies: [
        "Values", "Files", "Terminals", "Restoration", "Screens", "Controllers", "Sealing",
        "Networking", "Commands", "Vaults",
      ],
      swiftSettings: rules),
    .target(
      name: "Gates",
      dependencies: [
        "Values", "Restoration", "Screens", "Controllers", "Sealing", "Networking", "Commands",
        "Vaults", "Servers",
      ],
      swiftSettings: rules),
    .target(
      name: "Reprise",
      dependencies: [
        "Values", "Files", "Terminals", "Restoration", "Screens", "Controllers", "TerminalNcurses",
        "CMainQueue", "Networking", "DataSources", "Commands", "Vaults", "Servers", "Gates",
        "Documents",
      ],
      swiftSettings: rules),
    .target(
      name: "RepriseTesting",
      dependencies: [
        "Values", "Files", "Terminals", "Restoration", "Screens", "Controllers", "Sealing",
        "Networking", "DataSources", "CSpawn",
      ],
      swiftSettings: rules),

    // The applications.
    .executableTarget(
      name: "Hello", dependencies: ["Reprise"], path: "Apps/Hello", exclude: ["hello.1"],
      swiftSettings: rules),
    .executableTarget(
      name: "CloudBurst", dependencies: ["Reprise"], path: "Apps/CloudBurst",
      exclude: ["cloudburst.1", "README.md"],
      resources: [.embedInCode("Demo/answers.json"), .embedInCode("Model/status.json")],
      swiftSettings: rules),
    .executableTarget(
      name: "Patients", dependencies: ["Reprise"], path: "Apps/Patients",
      exclude: ["patients.1", "README.md", "REQUESTS.md"],
      resources: [.embedInCode("Demo/answers.json")], swiftSettings: rules),
    .executableTarget(
      name: "Molecules",
      dependencies: ["Reprise", "Chemistry", "ChemicalDocuments", "Depictions"],
      path: "Apps/Molecules", exclude: ["molecules.1", "README.md"], swiftSettings: rules),
    .executableTarget(
      name: "OpenBIS", dependencies: ["Reprise", "Documents"], path: "Apps/OpenBIS",
      exclude: ["openbis.1", "README.md"],
      resources: [.embedInCode("Demo/demo.json")], swiftSettings: rules),
    // Run by `make bench`.
    .executableTarget(
      name: "Saving", dependencies: ["Reprise", "Sealing"], path: "Tests/Benchmarks/Saving",
      swiftSettings: rules),
    // Crashes on request, for the tests.
    .executableTarget(
      name: "Probe", dependencies: ["Reprise", "Sealing"], path: "Tests/Probe", swiftSettings: rules
    ),

    .testTarget(
      name: "TerminalsTests", dependencies: ["Terminals", "RepriseTesting"],
      path: "Tests/TerminalsTests",
      swiftSettings: rules),
    .testTarget(
      name: "TerminalNcursesTests", dependencies: ["TerminalNcurses", "Terminals", "CNcurses"],
      swiftSettings: rules),
    .testTarget(
      name: "SealingTests", dependencies: ["Sealing", "CLibcrypto"], swiftSettings: rules),
    .testTarget(
      name: "NetworkingTests",
      dependencies: ["Networking", "Probe", "Values", "Files", "RepriseTesting"],
      path: "Tests/NetworkingTests", exclude: ["Support/secret-tool"], swiftSettings: rules),
    .testTarget(
      name: "ValuesTests", dependencies: ["Values", "RepriseTesting", "Restoration"],
      swiftSettings: rules),
    .testTarget(
      name: "FilesTests", dependencies: ["Values", "Files", "RepriseTesting"], swiftSettings: rules),
    .testTarget(
      name: "ChemistryTests", dependencies: ["Chemistry"], exclude: ["Tools"],
      swiftSettings: rules),
    .testTarget(
      name: "DocumentsTests",
      dependencies: [
        "Values", "Files", "Chemistry", "Documents", "ChemicalDocuments", "RepriseTesting",
        "CSpawn", "CRescue",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "DepictionsTests",
      dependencies: ["Depictions", "Chemistry", "Terminals", "RepriseTesting"],
      path: "Tests/DepictionsTests", exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "RestorationTests",
      dependencies: ["Values", "Files", "Restoration", "RepriseTesting"],
      path: "Tests/RestorationTests", exclude: ["Corpus"], swiftSettings: rules),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Values", "Terminals", "Restoration", "Screens", "Controllers", "RepriseTesting", "Files",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "ControllersTests",
      dependencies: [
        "Values", "Terminals", "Restoration", "Screens", "Controllers", "RepriseTesting",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "DataSourcesTests",
      dependencies: [
        "Values", "Networking", "Screens", "Controllers", "Terminals", "Sealing", "Vaults",
        "DataSources", "RepriseTesting",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Values", "Files", "Restoration", "Commands", "Sealing", "Controllers", "Terminals",
        "RepriseTesting", "CSpawn",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "VaultsTests",
      dependencies: [
        "Values", "Files", "Restoration", "Networking", "Vaults", "Sealing", "RepriseTesting",
      ], exclude: ["Corpus"],
      swiftSettings: rules),
    .testTarget(
      name: "ServersTests",
      dependencies: [
        "Values", "Files", "Terminals", "Restoration", "Screens", "Controllers", "Sealing",
        "Networking", "Commands", "Vaults", "Servers", "RepriseTesting",
      ], exclude: ["Corpus"],
      swiftSettings: rules),
    .testTarget(
      name: "GatesTests",
      dependencies: [
        "Values", "Restoration", "Screens", "Controllers", "Terminals", "Networking", "Sealing",
        "Commands", "Vaults", "Servers", "Gates", "RepriseTesting",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "RepriseTests",
      dependencies: ["Reprise", "RepriseTesting", "Sealing", "Restoration", "Screens", "Values"],
      swiftSettings: rules),
    .testTarget(
      name: "HelloTests", dependencies: ["Hello", "Reprise", "RepriseTesting", "Restoration"],
      swiftSettings: rules),
    .testTarget(
      name: "CloudBurstTests",
      dependencies: [
        "CloudBurst", "Reprise", "RepriseTesting", "Restoration", "Networking", "Values",
      ],
      path: "Tests/CloudBurstTests", exclude: ["Fixtures", "Golden"], swiftSettings: rules),
    .testTarget(
      name: "PatientsTests",
      dependencies: [
        "Patients", "Reprise", "RepriseTesting", "Restoration", "Sealing", "Terminals", "Values",
        "Vaults",
      ],
      path: "Tests/PatientsTests", exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "OpenBISTests",
      dependencies: ["OpenBIS", "Documents", "Reprise", "RepriseTesting", "Restoration"],
      path: "Tests/OpenBISTests", exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "MoleculesTests",
      dependencies: [
        "Molecules", "Chemistry", "Reprise", "RepriseTesting", "Restoration",
      ],
      path: "Tests/MoleculesTests", exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "RealTerminalTests",
      dependencies: [
        "CloudBurst", "Hello", "Molecules", "OpenBIS", "Patients", "Probe", "Reprise",
        "RepriseTesting", "Terminals", "Restoration",
      ],
      path: "Tests/RealTerminalTests", swiftSettings: rules),
  ]
)

// The tests draw hundreds of thousands of screens, so `make` optimizes the tested code even in
// debug builds. Dependent packages can't use unsafe flags, so this needs the variable.
if Context.environment["REPRISE_OPTIMIZED"] != nil {
  for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
  }
}
