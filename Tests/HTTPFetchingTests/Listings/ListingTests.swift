import Fetching
import HTTPFetching
import TestSupport
import Testing

/// Listings of servers, with the bodies that nginx, Apache, caddy and Python send.
struct ListingTests {
  private func entries(_ viewer: Viewer, _ number: UInt64) -> [ListedEntry] {
    viewer.reports.flatMap { report -> [ListedEntry] in
      if case .page(number, let entries, _) = report { entries } else { [] }
    }
  }

  /// The entries of a body, and the last report.
  private func list(
    _ body: String, type: String = "text/html", at path: String = "/p/", scheme: String = "http",
    status: String = "200 OK"
  ) throws -> (entries: [ListedEntry], end: FetchReport?) {
    let server = try Server { _ in
      [
        .text("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"),
        .text(body),
      ]
    }
    let viewer = try Viewer()
    let url = server.url(path).replacing("http://", with: "\(scheme)://")
    viewer.send(.list(download: 1, url: url, isRecursive: false))
    viewer.run(until: { $0.reports.contains(where: \.endsListing) })
    return (entries(viewer, 1), viewer.reports.last)
  }

  private func file(_ name: String, size: Int? = nil, modified: Int? = nil) -> ListedEntry {
    ListedEntry(name: Array(name.utf8), size: size, modified: modified)
  }

  @Test func `nginx's index has sizes and times`() throws {
    let listed = try list(
      """
      <html>\r
      <head><title>Index of /p/</title></head>\r
      <body>\r
      <h1>Index of /p/</h1><hr><pre><a href="../">../</a>\r
      <a href="sub/">sub/</a>                                               12-Nov-2026 10:11                   -\r
      <a href="a%20b.jpg">a b.jpg</a>                                            12-Nov-2026 10:11               12345\r
      <a href="x%26y.jpg">x&amp;y.jpg</a>                                          01-Jan-1970 00:01                   7\r
      </pre><hr></body>\r
      </html>\r

      """)
    expect(
      listed.entries,
      equals: [
        ListedEntry(name: Array("sub".utf8), isFolder: true, modified: 1_794_478_260),
        file("a b.jpg", size: 12345, modified: 1_794_478_260), file("x&y.jpg", size: 7, modified: 60),
      ])
    expect(listed.end, equals: .listed(download: 1, isStale: false))
  }

  @Test func `Apache's index as a table has rounded sizes, icons that are links, and links that sort`() throws {
    let row = """
      <tr><td valign="top"><a href="b.png"><img src="/icons/image2.gif" alt="[IMG]"></a></td><td><a href="b.png">b.png</a>\
      </td><td align="right">2026-11-12 10:11  </td><td align="right">1.2M</td><td>&nbsp;</td></tr>
      """
    let listed = try list(
      """
      <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><body><h1>Index of /p</h1><table>
      <tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=S;O=A">Size</a></th></tr>
      <tr><td><a href="/">Parent Directory</a></td><td>&nbsp;</td><td align="right">  - </td></tr>
      \(row)
      </table><address>Apache/2.4.66 Server at localhost Port 80</address></body></html>
      """, type: "text/html;charset=UTF-8")
    expect(listed.entries, equals: [file("b.png", size: 1_258_291, modified: 1_794_478_260)])
  }

  @Test func `caddy's index is JSON`() throws {
    let listed = try list(
      """
      [{"name":"sub/","size":4096,"url":"./sub/","mod_time":"2026-11-12T10:11:00Z","mode":2147484141,"is_dir":true,\
      "is_symlink":false},{"name":"é.jpg","size":5,"url":"./%C3%A9.jpg","mod_time":"2026-11-12T10:11:00.123Z",\
      "mode":420,"is_dir":false,"is_symlink":false},{"name":"../x.jpg","size":5,"url":"","is_dir":false}]
      """, type: "application/json; charset=utf-8")
    expect(
      listed.entries,
      equals: [
        ListedEntry(name: Array("sub".utf8), isFolder: true, size: 4096, modified: 1_794_478_260),
        file("é.jpg", size: 5, modified: 1_794_478_260),
      ])
  }

  @Test func `links that lead elsewhere are no entries`() throws {
    let links = [
      "../up.jpg", "/other/a.jpg", "//evil/p/a.jpg", "http://evil/p/a.jpg", "javascript:alert(1).jpg", "deep/er/a.jpg",
      "%2e%2e/a.jpg", "..%2Fa.jpg", "a%2Fb.jpg", "a%00.jpg", ".", "./", "", "#x.jpg", "a.jpg?x=1", "/p/../a.jpg",
      "/p/%2e%2e/x.jpg", "/p%2Fq.jpg", "data:image/png;base64,AA",
    ]
    let own = ["/p/abs.jpg", "./dot.jpg", "&#x65;nt.jpg", " blank.jpg\n", "ctrl%1B%5B31m.jpg", "%FF.jpg", "a%3Fb.jpg"]
    let page = (links + own).map { #"<li><A class=x HREF="\#($0)">text</A></li>"# }.joined()
    let listed = try list(
      "<html><!-- <a href='comment.jpg'> --><script>'<a href=\"script.jpg\">'</script><ul>\(page)<a href=bare.jpg>b</a>"
    )
    let names = listed.entries.map { String(decoding: $0.name, as: UTF8.self) }
    expect(
      names,
      equals: [
        "abs.jpg", "dot.jpg", "ent.jpg", "blank.jpg", "ctrl\u{1B}[31m.jpg", "\u{FFFD}.jpg", "a?b.jpg", "bare.jpg",
      ])
  }

  @Test func `what is neither an index nor a multistatus is no listing`() throws {
    func kind(_ end: FetchReport?) -> FetchFailure.Kind? {
      if case .failed(_, let reason) = end { reason.kind } else { nil }
    }
    try expect(kind(list("\u{89}PNG", type: "image/png").end), equals: .noListing)
    try expect(kind(list("{}", type: "application/json").end), equals: .noListing)
    try expect(kind(list("<html/>", type: "text/html", scheme: "dav").end), equals: .status)
    try expect(kind(list("<a/>", type: "text/xml", scheme: "dav", status: "207 Multi-Status").end), equals: .noListing)
  }

  private func multistatus(_ responses: String) -> String {
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<x:multistatus xmlns:x=\"DAV:\">\(responses)</x:multistatus>"
  }

  @Test func `a collection of WebDAV has the entries of its responses, whatever the prefixes`() throws {
    let listed = try list(
      multistatus(
        """
        <x:response><x:href>/p/</x:href><x:propstat><x:prop><x:resourcetype><x:collection/></x:resourcetype></x:prop>\
        </x:propstat></x:response>
        <y:response xmlns:y="DAV:"><y:href><![CDATA[/p/a%20&b.jpg]]></y:href><y:propstat><y:prop><y:resourcetype/>\
        <y:getcontentlength>12</y:getcontentlength><y:getlastmodified>Thu, 12 Nov 2026 10:11:00 GMT</y:getlastmodified>\
        </y:prop><y:status>HTTP/1.1 200 OK</y:status></y:propstat></y:response>
        <response xmlns="DAV:"><href> /p/sub/ </href><propstat><prop><resourcetype><collection/></resourcetype></prop>\
        </propstat></response>
        <x:response><x:href>/q/foreign.jpg</x:href></x:response><x:response><x:href>/p/s/deep.jpg</x:href></x:response>
        """), type: "application/xml", scheme: "dav", status: "207 Multi-Status")
    expect(
      listed.entries,
      equals: [
        file("a &b.jpg", size: 12, modified: 1_794_478_260), ListedEntry(name: Array("sub".utf8), isFolder: true),
      ])
    expect(listed.end, equals: .listed(download: 1, isStale: false))
  }

  @Test(arguments: [
    "<x:response><x:href>/p/a.jpg</x:href></x:response><x:response>", "<x:response></x:other>", "&\0;",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>", String(repeating: "<d>", count: 100),
    "<\(String(repeating: "n", count: 70_000))>",
  ])
  func `damaged XML ends a listing with a reason, and keeps what came before`(responses: String) throws {
    let body = multistatus("<x:response><x:href>/p/1.jpg</x:href></x:response>" + responses).dropLast(
      responses.count / 2)
    let listed = try list(String(body), type: "text/xml", scheme: "dav", status: "207 Multi-Status")
    expect(listed.entries.first, equals: file("1.jpg"))
    guard case .failed(_, let reason)? = listed.end else {
      Issue.record("\(String(describing: listed.end))")
      return
    }
    expect(reason.description, equals: "the listing is damaged")
  }

  @Test func `the first entries are reported before an index ends, and none twice after a dropped connection`() throws {
    let gate = Gate()
    let rows = (0..<500).map { "<a href=\"\($0).jpg\">\($0)</a>\n" }
    let page = rows.joined()
    let server = try Server { _ in
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n"
      return [.text(head + rows[..<20].joined()), .wait(gate), .close]
    }
    let viewer = try Viewer()
    viewer.send(.list(download: 1, url: server.url("/"), isRecursive: false))
    viewer.run(until: { entries($0, 1).count == 19 })
    gate.open()
    viewer.run(until: { $0.reports.contains { if case .retrying = $0 { true } else { false } } })
    viewer.now += .seconds(10)
    viewer.run(until: { _ in server.count() == 2 })
    expect(entries(viewer, 1).map { String(decoding: $0.name, as: UTF8.self) }, equals: (0..<19).map { "\($0).jpg" })
  }

  @Test func `a redirect may lead to another folder of the server, and not to another server`() throws {
    let page = Array("<a href=1.jpg>1</a>".utf8)
    let other = try Server { _ in .ok(page, "Content-Type: text/html") }
    let server = try Server { request in
      switch request.target {
      case "/old/": .status("301 Moved Permanently", "Location: /new/")
      case "/new/": .ok(page, "Content-Type: text/html")
      default: .status("302 Found", "Location: \(other.url("/").replacing("127.0.0.1", with: "localhost"))")
      }
    }
    let viewer = try Viewer()
    viewer.send(.list(download: 1, url: server.url("/old/"), isRecursive: false))
    viewer.send(.list(download: 2, url: server.url("/away/"), isRecursive: false))
    viewer.run(until: { $0.reports.count(where: \.endsListing) == 2 })
    #expect(
      viewer.reports.contains(.page(download: 1, entries: [file("1.jpg")], finalURL: server.url("/new/"))))
    expect(entries(viewer, 2), equals: [])
  }

  @Test func `an unchanged index, and one whose server is gone, come from the cache`() throws {
    let server = try Server { request in
      switch (request.time, request.headers["if-none-match"]) {
      case (1, []): .ok(Array("<a href=1.jpg>1</a>".utf8), "Content-Type: text/html", "ETag: \"1\"")
      case (2, ["\"1\""]): .status("304 Not Modified")
      default: [.close]
      }
    }
    let viewer = try Viewer()
    for number in 1...2 {
      viewer.send(.list(download: UInt64(number), url: server.url("/"), isRecursive: false))
      viewer.run(until: { $0.reports.count(where: \.endsListing) == number })
      expect(entries(viewer, UInt64(number)), equals: [file("1.jpg")])
    }
    viewer.send(.list(download: 3, url: server.url("/"), isRecursive: false))
    viewer.run(until: { viewer in
      // Passes the delays of all retries.
      viewer.now += .milliseconds(100)
      return viewer.reports.count(where: \.endsListing) == 3
    })
    expect(entries(viewer, 3), equals: [file("1.jpg")])
    expect(viewer.reports.last, equals: .listed(download: 3, isStale: true))
  }

  @Test func `without its server, a bucket comes from the cache as far as its first 100 responses are kept`() throws {
    let server = try Server { request in
      guard request.time == 1 else { return [.close] }
      let token = request.target.prefix { $0 != "&" }.split(separator: "continuation-token=").dropFirst().first ?? "0"
      let body = """
        <ListBucketResult><IsTruncated>\(token != "102")</IsTruncated><NextContinuationToken>\((Int(token) ?? 0) + 1)\
        </NextContinuationToken><Contents><Key>\(token).jpg</Key></Contents></ListBucketResult>
        """
      return .ok(Array(body.utf8), "Content-Type: application/xml")
    }
    let viewer = try Viewer {
      $0.s3 = S3Settings(environment: ["AWS_ENDPOINT_URL": server.url("/")], read: { _ in nil })
    }
    for number in 1...2 {
      viewer.send(.list(download: UInt64(number), url: "s3://pics/", isRecursive: false))
      viewer.run(until: { viewer in
        // Passes the delays of all retries.
        viewer.now += .milliseconds(100)
        return viewer.reports.count(where: \.endsListing) == number
      })
    }
    expect(entries(viewer, 1), equals: (0...102).map { file("\($0).jpg") })
    expect(entries(viewer, 2), equals: (0..<100).map { file("\($0).jpg") })
    // Each of the kept responses is two files. Pages after the first are not requested again.
    expect(viewer.files?.count, equals: 200)
    let isRequested = server.requests.dropFirst(103).contains { $0.target.hasPrefix("/pics/?continuation-token=1&") }
    #expect(!isRequested)
    let hasFailed = if case .failed(2, _) = viewer.reports.last { true } else { false }
    #expect(hasFailed)
  }

  @Test func `a large index comes in pages that fit into the protocol`() throws {
    let name = String(repeating: "n", count: 200)
    let listed = try list("<p>" + (0..<3_000).map { "<a href=\"\(name)\($0).jpg\">" }.joined())
    expect(listed.entries.count, equals: 3_000)
    expect(listed.entries.last, equals: file("\(name)2999.jpg"))
  }
}

extension FetchReport {
  /// Whether it is the last of a listing.
  var endsListing: Bool {
    switch self {
    case .listed, .failed: true
    case .progress, .retrying, .done, .page: false
    }
  }
}
