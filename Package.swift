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
  // The applications aren't products, so that a dependent package may name its own targets hello,
  // cloudburst, patients, openbis or molecules. They are built under their targets' names;
  // `make install` renames them.
  products: [
    .library(name: "Reprise", targets: ["Reprise", "Accounts", "Documents"]),
    .library(name: "RepriseTesting", targets: ["RepriseTesting"]),
  ],
  targets: [
    // The layers from bottom to top: a target imports only targets above it in this list.
    .target(name: "CSystem"),
    .target(name: "Core", dependencies: ["CSystem"], swiftSettings: rules),
    .target(name: "Terminals", swiftSettings: rules),
    .target(name: "Restoration", dependencies: ["Core"], swiftSettings: rules),
    .target(
      name: "Screens", dependencies: ["Core", "Terminals", "Restoration"], swiftSettings: rules),
    .target(
      name: "Controllers", dependencies: ["Core", "Terminals", "Restoration", "Screens"],
      swiftSettings: rules),
    .target(name: "CLibcurl"),
    .target(name: "CLibcrypto", dependencies: ["CSystem"]),
    .systemLibrary(
      name: "CNcurses",
      providers: [.apt(["libncurses-dev"])]),
    .target(
      name: "TerminalNcurses", dependencies: ["Terminals", "CNcurses", "CSystem"],
      swiftSettings: rules),
    .target(name: "Documents", dependencies: ["Core", "CSystem"], swiftSettings: rules),
    .target(
      name: "Networking", dependencies: ["Core", "CLibcurl", "CLibcrypto", "CSystem"],
      swiftSettings: rules),
    .target(
      name: "Encryption",
      dependencies: ["Core", "Restoration", "Networking", "CLibcrypto", "CSystem"],
      swiftSettings: rules),
    .target(
      name: "DataSources",
      dependencies: ["Core", "Screens", "Controllers", "Networking", "Encryption"],
      swiftSettings: rules),
    .target(
      name: "Commands", dependencies: ["Core", "Terminals", "Restoration", "Controllers"],
      swiftSettings: rules),
    .target(
      name: "Accounts",
      dependencies: [
        "Core", "Terminals", "Restoration", "Screens", "Controllers", "Networking", "Encryption",
        "DataSources", "Commands",
      ],
      swiftSettings: rules),
    .target(
      name: "Reprise",
      dependencies: [
        "Core", "Terminals", "Restoration", "Screens", "Controllers", "TerminalNcurses", "CSystem",
        "Networking", "DataSources", "Commands", "Encryption", "Accounts", "Documents",
      ],
      swiftSettings: rules),
    .target(
      name: "RepriseTesting",
      dependencies: [
        "Core", "Terminals", "Restoration", "Screens", "Controllers", "Encryption", "Networking",
        "DataSources", "CSystem",
      ],
      swiftSettings: rules),

    // The applications.
    .executableTarget(
      name: "Hello", dependencies: ["Reprise"], path: "Apps/Hello", exclude: ["hello.1"],
      swiftSettings: rules),
    // The example: 200 lines with a list, a form and a file.
    .executableTarget(
      name: "Journal", dependencies: ["Reprise"], path: "Apps/Journal", swiftSettings: rules),
    .executableTarget(
      name: "CloudBurst", dependencies: ["Documents", "Accounts", "Reprise"],
      path: "Apps/CloudBurst",
      exclude: ["cloudburst.1", "README.md"],
      resources: [.embedInCode("Demo/answers.json"), .embedInCode("Model/status.json")],
      swiftSettings: rules),
    .executableTarget(
      name: "Patients", dependencies: ["Documents", "Accounts", "Reprise"], path: "Apps/Patients",
      exclude: ["patients.1", "README.md", "REQUESTS.md"],
      resources: [.embedInCode("Demo/answers.lz4")], swiftSettings: rules),
    .executableTarget(
      name: "OpenBIS", dependencies: ["Accounts", "Reprise", "Documents"], path: "Apps/OpenBIS",
      exclude: ["openbis.1", "README.md"],
      resources: [.embedInCode("Demo/demo.lz4")], swiftSettings: rules),
    .target(
      name: "Chemistry", dependencies: ["Core"], path: "Apps/Molecules/Chemistry",
      swiftSettings: rules),
    .target(
      name: "Depictions", dependencies: ["Chemistry", "Terminals"],
      path: "Apps/Molecules/Depictions", swiftSettings: rules),
    .executableTarget(
      name: "Molecules",
      dependencies: ["Reprise", "Chemistry", "Depictions", "Documents"],
      path: "Apps/Molecules", exclude: ["molecules.1", "README.md", "Chemistry", "Depictions"],
      swiftSettings: rules),

    // Run by `make bench`.
    .executableTarget(
      name: "Saving", dependencies: ["Accounts", "Reprise", "Encryption"],
      path: "Tests/Tools/Benchmarks/Saving",
      swiftSettings: rules),
    // What several test targets share.
    .target(
      name: "TestSupport",
      dependencies: ["Core", "Networking", "DataSources", "RepriseTesting"],
      path: "Tests/Support/TestSupport", swiftSettings: rules),
    // A strict server, for the tests of Patients and the recording of its demo data.
    .target(
      name: "OpenMRSSimulator", dependencies: ["Accounts", "Reprise"],
      path: "Tests/Simulators/OpenMRS",
      resources: [.embedInCode("answers.json")], swiftSettings: rules),
    // Crashes on request, for the tests.
    .executableTarget(
      name: "Probe", dependencies: ["Accounts", "Reprise", "Encryption"],
      path: "Tests/Support/Probe",
      swiftSettings: rules),

    .testTarget(
      name: "CoreTests",
      dependencies: ["Core", "Restoration", "RepriseTesting"],
      path: "Tests/Unit/CoreTests",
      swiftSettings: rules),
    .testTarget(
      name: "TerminalsTests",
      dependencies: ["Terminals", "RepriseTesting"],
      path: "Tests/Unit/TerminalsTests",
      swiftSettings: rules),
    .testTarget(
      name: "RestorationTests",
      dependencies: ["Core", "Restoration", "RepriseTesting", "TestSupport"],
      path: "Tests/Unit/RestorationTests", exclude: ["Corpus"],
      swiftSettings: rules),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Core", "Terminals", "Restoration", "Screens", "Controllers", "RepriseTesting",
      ],
      path: "Tests/Unit/ScreensTests",
      swiftSettings: rules),
    .testTarget(
      name: "ControllersTests",
      dependencies: [
        "Core", "Terminals", "Restoration", "Screens", "Controllers", "RepriseTesting",
      ],
      path: "Tests/Unit/ControllersTests",
      swiftSettings: rules),
    .testTarget(
      name: "TerminalNcursesTests",
      dependencies: ["Terminals", "CNcurses", "TerminalNcurses"],
      path: "Tests/Unit/TerminalNcursesTests",
      swiftSettings: rules),
    .testTarget(
      name: "DocumentsTests",
      dependencies: ["Core", "CSystem", "Documents", "RepriseTesting", "Chemistry", "Molecules"],
      path: "Tests/Unit/DocumentsTests",
      swiftSettings: rules),
    .testTarget(
      name: "NetworkingTests",
      dependencies: ["Core", "Networking", "RepriseTesting", "Probe"],
      path: "Tests/Unit/NetworkingTests", exclude: ["Support/secret-tool"],
      swiftSettings: rules),
    .testTarget(
      name: "EncryptionTests",
      dependencies: [
        "Core", "Restoration", "CSystem", "Networking", "Encryption", "RepriseTesting",
        "TestSupport",
      ],
      path: "Tests/Unit/EncryptionTests", exclude: ["Corpus"],
      swiftSettings: rules),
    .testTarget(
      name: "DataSourcesTests",
      dependencies: [
        "Core", "Screens", "Controllers", "Networking", "Encryption", "DataSources",
        "RepriseTesting", "TestSupport",
      ],
      path: "Tests/Unit/DataSourcesTests",
      swiftSettings: rules),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Core", "Terminals", "Restoration", "Controllers", "CSystem", "Encryption", "Commands",
        "RepriseTesting",
      ],
      path: "Tests/Unit/CommandsTests",
      swiftSettings: rules),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "Core", "Terminals", "Restoration", "Screens", "Controllers", "Networking", "Encryption",
        "DataSources", "Commands", "Accounts", "RepriseTesting", "TestSupport",
      ],
      path: "Tests/Unit/AccountsTests", exclude: ["Corpus"],
      swiftSettings: rules),
    .testTarget(
      name: "RepriseTests",
      dependencies: [
        "Documents", "Accounts", "Core", "Restoration", "Screens", "Encryption", "Reprise",
        "RepriseTesting",
      ],
      path: "Tests/Unit/RepriseTests",
      swiftSettings: rules),
    .testTarget(
      name: "HelloTests",
      dependencies: ["Restoration", "Reprise", "RepriseTesting", "Hello"],
      path: "Tests/Apps/HelloTests",
      swiftSettings: rules),
    .testTarget(
      name: "JournalTests",
      dependencies: ["Reprise", "RepriseTesting", "Journal"],
      path: "Tests/Apps/JournalTests",
      swiftSettings: rules),
    .testTarget(
      name: "CloudBurstTests",
      dependencies: [
        "Accounts",
        "Core", "Restoration", "Networking", "Reprise", "RepriseTesting", "CloudBurst",
      ],
      path: "Tests/Apps/CloudBurstTests", exclude: ["Fixtures", "Golden"],
      swiftSettings: rules),
    .testTarget(
      name: "PatientsTests",
      dependencies: [
        "Accounts",
        "Core", "Terminals", "Restoration", "Encryption", "Reprise", "RepriseTesting", "Patients",
        "OpenMRSSimulator",
      ],
      path: "Tests/Apps/PatientsTests", exclude: ["Golden"],
      swiftSettings: rules),
    .testTarget(
      name: "OpenBISTests",
      dependencies: [
        "Accounts", "Restoration", "Documents", "Reprise", "RepriseTesting", "OpenBIS",
      ],
      path: "Tests/Apps/OpenBISTests", exclude: ["Golden"],
      swiftSettings: rules),
    .testTarget(
      name: "ChemistryTests",
      dependencies: ["Core", "Chemistry"],
      path: "Tests/Apps/ChemistryTests", exclude: ["Tools"],
      swiftSettings: rules),
    .testTarget(
      name: "DepictionsTests",
      dependencies: ["Terminals", "RepriseTesting", "Chemistry", "Depictions"],
      path: "Tests/Apps/DepictionsTests", exclude: ["Golden"],
      swiftSettings: rules),
    .testTarget(
      name: "MoleculesTests",
      dependencies: [
        "Documents", "Accounts", "Restoration", "Reprise", "RepriseTesting", "Chemistry",
        "Molecules",
      ],
      path: "Tests/Apps/MoleculesTests", exclude: ["Golden"],
      swiftSettings: rules),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Documents", "Accounts",
        "Terminals", "Restoration", "Reprise", "RepriseTesting", "Hello", "CloudBurst", "Patients",
        "OpenBIS", "Molecules", "Probe",
      ],
      path: "Tests/EndToEnd",
      swiftSettings: rules),
  ]
)

// The tests draw hundreds of thousands of screens, so `make` optimizes the tested code even in
// debug builds. Dependent packages can't use unsafe flags, so this needs the variable.
if Context.environment["REPRISE_OPTIMIZED"] != nil {
  let optimized = ["-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"]
  for target in package.targets {
    let isCode = target.type == .regular || target.type == .executable
    guard isCode || target.type == .test else { continue }
    // Debug information takes a sixth of the time, and isn't needed in this build.
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-gnone"] + (isCode ? optimized : []))]
  }
}
