import Fetching
import Foundation
import TestSupport
import Testing

struct FetchCommandTests {
  @Test func `commands survive a JSON round trip`() throws {
    let commands: [FetchCommand] = [
      .fetch(download: 1, url: "https://example.org/a.jpg?b=c", priority: 0, isForced: false), .cancel(download: 1),
      .prioritize(download: .max, priority: -3), .field(host: "localhost:80", field: "X-Key: \"é\""),
    ]
    for command in commands {
      let bytes = try JSONEncoder().encode(command)
      try expect(JSONDecoder().decode(FetchCommand.self, from: bytes), equals: command)
    }
  }
}
