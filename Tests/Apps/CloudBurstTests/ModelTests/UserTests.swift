import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct UserTests {
    @Test(
      "CloudBurst user is called by name and login",
      arguments: [
        (#"{"username": "lucav", "fullname": "Luca Verdi"}"#, "Luca Verdi", "Luca Verdi (lucav)"),
        (#"{"username": "lucav", "fullname": ""}"#, "lucav", "lucav"),
        (#"{"fullname": "Luca Verdi"}"#, "Luca Verdi", "Luca Verdi"),
        (
          #"{"user_id": "admin", "name": "Default Admin"}"#, "Default Admin",
          "Default Admin (admin)"
        ),
      ])
    func aUserIsCalledByNameAndLogin(written: String, name: String, title: String) throws {
      let user = try #require(LinkKind.owner.name(json(written)))
      #expect(user.short == name)
      #expect(user.long == title)
    }

    @Test("CloudBurst user without a name is nil", arguments: ["{}", "[]", #"{"username": null}"#])
    func whatHasNoNameIsNoUser(written: String) throws {
      #expect(try LinkKind.owner.name(json(written)) == nil)
    }
  }
}
