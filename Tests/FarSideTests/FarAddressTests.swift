import TestSupport
import Testing

@testable import FarSide

@Suite("Addresses of the far side")
struct FarAddressTests {
  @Test func `a URL has a host, a user, a port and a path of raw bytes`() throws {
    let address = try #require(FarAddress("ssh://ann@nas.local:2222/photos/a%20b%FF.jpg"))
    expect(address.host, equals: FarAddress.Host(name: "nas.local", user: "ann", port: 2222))
    expect(address.path, equals: Array("/photos/a b".utf8) + [0xFF] + Array(".jpg".utf8))
    expect(address.url, equals: "ssh://ann@nas.local:2222/photos/a%20b%FF.jpg")
    expect(address.host.arguments, equals: ["-p", "2222", "-l", "ann", "--", "nas.local"])
  }

  @Test(arguments: [
    ("ssh://h/~/p/", "p/", "ssh://h/~/p/"), ("ssh://h", "", "ssh://h/~/"), ("ssh://h/", "/", "ssh://h/"),
    ("SSH://[::1]:22/x", "/x", "ssh://[::1]:22/x"),
  ])
  func `paths begin at the root or at the home folder`(url: String, path: String, back: String) throws {
    let address = try #require(FarAddress(url))
    expect(address.path, equals: Array(path.utf8))
    expect(address.url, equals: back)
  }

  @Test(arguments: [
    "ssh://-oProxyCommand=x/", "ssh://-l@h/", "ssh://a;b/", "ssh://$(x)/", "ssh://h:0/", "ssh://h:70000/", "ssh://h:x/",
    "ssh:///x", "ssh://@h/", "ssh://a b/", "ssh://a%20b/", "ssh://`x`@h/", "ssh://h/a%00b", "http://h/", "ssh://[::1/",
    "ssh://[::1]x/",
  ])
  func `nothing that a shell or ssh could take for something else is a host`(url: String) {
    // "%20" is no percent-encoding in a host, and a scope of IPv6 follows a percent sign.
    expect(FarAddress(url)?.host.name, equals: url == "ssh://a%20b/" ? "a%20b" : nil)
  }
}
