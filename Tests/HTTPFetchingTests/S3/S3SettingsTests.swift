import HTTPFetching
import TestSupport
import Testing

struct S3SettingsTests {
  private let files = [
    "/h/.aws/credentials": """
    # comment
    [default]
    aws_access_key_id = AKIADEFAULT
    aws_secret_access_key=s3cr=t/+
    [work]
    aws_access_key_id = AKIAWORK
    aws_secret_access_key = w
    aws_session_token = t
    """,
    "/h/.aws/config": """
    [default]
    region = eu-central-1
    [profile work]
    region = us-west-2
    endpoint_url = https://minio:9000
    s3 =
      endpoint_url = https://nested
    """,
  ]

  private func settings(_ variables: [String: String], endpoint: String? = nil) -> S3Settings {
    S3Settings(environment: variables.merging(["HOME": "/h"]) { one, _ in one }, endpoint: endpoint) { path in
      files[path].map { Array($0.utf8) }
    }
  }

  @Test func `the default profile is read from the files`() {
    let settings = settings([:])
    expect(settings.credentials?.key, equals: "AKIADEFAULT")
    expect(settings.credentials?.secret, equals: "s3cr=t/+")
    expect(settings.credentials?.token, equals: nil)
    expect(settings.region, equals: "eu-central-1")
    expect(settings.endpoint, equals: nil)
  }

  @Test func `AWS_PROFILE names another profile, with its endpoint and session token`() {
    let settings = settings(["AWS_PROFILE": "work"])
    expect(settings.credentials?.key, equals: "AKIAWORK")
    expect(settings.credentials?.token, equals: "t")
    expect(settings.region, equals: "us-west-2")
    expect(settings.endpoint, equals: "https://minio:9000")
  }

  @Test func `variables precede files, and an option precedes variables`() {
    let variables = [
      "AWS_ACCESS_KEY_ID": "K", "AWS_SECRET_ACCESS_KEY": "S", "AWS_SESSION_TOKEN": "T", "AWS_REGION": "ap-south-1",
      "AWS_ENDPOINT_URL": "http://a", "AWS_ENDPOINT_URL_S3": "http://b",
    ]
    let settings = settings(variables)
    expect(settings.credentials?.key, equals: "K")
    expect(settings.credentials?.token, equals: "T")
    expect(settings.region, equals: "ap-south-1")
    expect(settings.endpoint, equals: "http://b")
    expect(self.settings(variables, endpoint: "http://c").endpoint, equals: "http://c")
  }

  @Test func `without files and variables, requests are anonymous, and a region is no other host`() {
    let settings = S3Settings(environment: ["AWS_REGION": "evil.example/"]) { _ in nil }
    expect(settings.credentials, equals: nil)
    expect(settings.region, equals: "us-east-1")
  }
}
