import Accounts
import Reprise

@testable import OpenMRSSimulator
@testable import Patients

/// A client of the simulator, or of another one.
func client(_ transport: any HTTPTransport = SimulatorTransport(data: .builtIn)) throws
  -> OpenMRSClient
{
  guard let server = ServerAddress("https://clinic.example/openmrs") else {
    throw OpenMRSError.unusableID("the address")
  }
  return OpenMRSClient(over: transport, at: server)
}
