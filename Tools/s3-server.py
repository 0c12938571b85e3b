#!/usr/bin/env python3
"""A server of buckets for tests: s3-server.py FOLDER KEY SECRET [--token T] [--clock SECONDS]

The folders below FOLDER are buckets. Signatures (AWS Signature Version 4) are computed from the documentation, independently of any client.
Some names of buckets misbehave: `elsewhere` is in eu-west-9, `busy` answers its first request with SlowDown, `broken` breaks off after the
first page until it has a key `mended`, `many-N` has N keys that nobody stores; `public` needs no signature. Prints the port, then a line for each request.
"""
import argparse
import datetime
import hashlib
import hmac
import http.server
import os
import urllib.parse
from xml.sax.saxutils import escape

options = argparse.ArgumentParser()
options.add_argument("folder")
options.add_argument("key")
options.add_argument("secret")
options.add_argument("--token")
options.add_argument("--clock", type=int, default=0)
options = options.parse_args()
seen = set()
many = {}


def digest(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="application/xml", **fields):
        print(status, self.path, flush=True)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def date_time_string(self, timestamp=None):
        now = datetime.datetime.now(datetime.timezone.utc).timestamp()
        return super().date_time_string(now + options.clock)

    def fail(self, status, code, **fields):
        text = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>\x1b[31mhostile</Message></Error>"
        self.answer(status, text.encode(), **fields)

    def problem(self, path, query, region):
        """Why the signature is refused; None if it is right."""
        fields = self.headers.get("Authorization", "")
        if not fields.startswith("AWS4-HMAC-SHA256 "):
            return "AccessDenied"
        parts = dict(part.strip().split("=", 1) for part in fields[17:].split(","))
        key, day, signed_region, service, end = parts["Credential"].split("/")
        if key != options.key:
            return "InvalidAccessKeyId"
        if options.token and self.headers.get("x-amz-security-token") != options.token:
            return "InvalidToken"
        if signed_region != region:
            return "AuthorizationHeaderMalformed"
        stamp = self.headers["x-amz-date"]
        sent = datetime.datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=options.clock)
        if abs((now - sent).total_seconds()) > 900:
            return "RequestTimeTooSkewed"
        names = parts["SignedHeaders"].split(";")
        assert names == sorted(names) and {"host", "x-amz-date"} <= set(names)
        headers = "".join(f"{name}:{' '.join(self.headers[name].split())}\n" for name in names)
        pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
        quote = lambda text: urllib.parse.quote(text, safe="-._~")
        canonical = "\n".join([
            "GET", urllib.parse.quote(urllib.parse.unquote(path, errors="surrogateescape"), safe="/-._~", errors="surrogateescape"),
            "&".join(sorted(f"{quote(name)}={quote(value)}" for name, value in pairs)), headers, ";".join(names),
            self.headers["x-amz-content-sha256"]])
        scope = f"{day}/{region}/s3/aws4_request"
        text = f"AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{hashlib.sha256(canonical.encode(errors='surrogateescape')).hexdigest()}"
        secret = ("AWS4" + options.secret).encode()
        for part in [day, region, "s3", "aws4_request"]:
            secret = digest(secret, part)
        right = hmac.compare_digest(digest(secret, text).hex(), parts["Signature"])
        return None if right and service == "s3" and end == "aws4_request" else "SignatureDoesNotMatch"

    def do_GET(self):
        path, _, query = self.path.partition("?")
        bucket, _, key = path[1:].partition("/")
        region = "eu-west-9" if bucket == "elsewhere" else "us-east-1"
        if bucket != "public" or "Authorization" in self.headers:
            problem = self.problem(path, query, region)
            if problem == "AuthorizationHeaderMalformed":
                return self.fail(400, problem, x_amz_bucket_region=region)
            if problem:
                return self.fail(403, problem)
        if bucket == "busy" and bucket not in seen:
            seen.add(bucket)
            return self.fail(503, "SlowDown", Retry_After="0")
        if not bucket.startswith("many-") and not os.path.isdir(f"{options.folder}/{bucket}"):
            return self.fail(404, "NoSuchBucket")
        if key:
            self.object(bucket, urllib.parse.unquote_to_bytes(key))
        else:
            self.list(bucket, dict(urllib.parse.parse_qsl(query, keep_blank_values=True)))

    def object(self, bucket, key):
        try:
            body = open(os.fsencode(f"{options.folder}/{bucket}/") + key, "rb").read()
        except OSError:
            return self.fail(404, "NoSuchKey")
        tag = f'"{hashlib.md5(body).hexdigest()}"'
        if self.headers.get("If-None-Match") == tag:
            return self.answer(304, ETag=tag)
        first, _, last = self.headers.get("Range", "").partition("-")
        if first == "bytes=0" and last:
            part = body[:int(last) + 1]
            return self.answer(206, part, "binary/octet-stream", ETag=tag, Content_Range=f"bytes 0-{len(part) - 1}/{len(body)}")
        self.answer(200, body, "binary/octet-stream", ETag=tag, Last_Modified="Thu, 12 Nov 2020 10:11:00 GMT")

    def keys(self, bucket):
        if bucket.startswith("many-"):
            return many.setdefault(bucket, [(f"IMG_{number:07}.jpg", 5) for number in range(int(bucket[5:]))]) \
                if bucket not in many else many[bucket]
        top = f"{options.folder}/{bucket}"
        files = [os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names]
        return sorted((os.path.relpath(name, top), os.path.getsize(name)) for name in files)

    def list(self, bucket, query):
        assert query["list-type"] == "2"
        prefix, start = query.get("prefix", ""), query.get("continuation-token", "")
        if start and bucket == "broken" and not os.path.exists(f"{options.folder}/broken/mended"):
            print("closed", self.path, flush=True)
            self.close_connection = True
            return self.connection.close()
        shown, prefixes, rows = 0, set(), []
        start = int(start[4:]) if start else 0
        keys = self.keys(bucket)
        limit, more = min(1000, int(query["max-keys"])), None
        quote = lambda text: escape(urllib.parse.quote(text, safe="/-._~"))
        for index in range(start, len(keys)):
            key, size = keys[index]
            if not key.startswith(prefix):
                continue
            if shown == limit:
                more = f"+/=&{index}"
                break
            rest = key[len(prefix):]
            if query.get("delimiter") == "/" and "/" in rest:
                folder = prefix + rest.split("/")[0] + "/"
                if folder in prefixes:
                    continue
                prefixes.add(folder)
                rows.append(f"<CommonPrefixes><Prefix>{quote(folder)}</Prefix></CommonPrefixes>")
            else:
                time = f"2026-11-12T10:{index % 60:02}:00.000Z"
                rows.append(f"<Contents><Key>{quote(key)}</Key><LastModified>{time}</LastModified>"
                            f"<Size>{size}</Size><StorageClass>STANDARD</StorageClass></Contents>")
            shown += 1
        token = f"<NextContinuationToken>{escape(more)}</NextContinuationToken>" if more else ""
        self.answer(200, (
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
            f"<Name>{bucket}</Name><IsTruncated>{'true' if more else 'false'}</IsTruncated>{token}"
            f"{''.join(rows)}</ListBucketResult>").encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print("port", server.server_address[1], flush=True)
server.serve_forever()
