import Reprise

@testable import Patients

/// A client of the built-in server, or of another one.
func client(_ transport: any HTTPTransport = DemoServer(data: .builtIn)) throws -> OpenMRSClient {
  guard let server = ServerAddress("https://clinic.example/openmrs") else {
    throw OpenMRSError.unusableID("the address")
  }
  return OpenMRSClient(over: transport, at: server)
}
