import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct VirtualMachineTests {
    @Test("CloudBurst machine is read with its interfaces") func aMachineIsReadWithItsInterfaces()
      throws
    {
      let machine = try VirtualMachine(
        json(
          #"""
          {"id": 96, "identifier": "lucav-1", "name": "Standalone server",
           "currentstatus": "RM01006", "currentstatus_text": "Avviato", "cpucount": "1",
           "nics": [{"type": "public", "ip_hostname": null, "ip_address": "10.20.0.56"}, 5, {}]}
          """#))
      #expect(machine.title == "lucav-1")
      #expect(machine.cpuCount == 1)
      #expect(machine.statusClass(in: .attested) == .started)
      #expect(machine.statusLabel(in: .attested) == "Avviato")
      #expect(machine.interfaces.map(\.address) == ["10.20.0.56"])
      #expect(machine.interfaces.map(\.hostname) == [nil])
    }

    @Test(
      "CloudBurst machine without an identifier has a default title",
      arguments: [
        (#"{"id": 1, "name": "Server"}"#, "Server"), (#"{"id": 1, "nics": null}"#, "Machine 1"),
        (#"{"id": 1, "identifier": "  ", "name": "Server"}"#, "Server"),
        (#"{"id": 1, "identifier": " \t", "name": " "}"#, "Machine 1"),
      ])
    func aMachineWithoutIdentifierIsCalledByWhatThereIs(written: String, title: String) throws {
      #expect(try VirtualMachine(json(written)).title == title)
    }
  }
}
