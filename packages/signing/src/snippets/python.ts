/** Python 3.8 or newer, with nothing installed. */
export const python = {
  collect: `import hashlib, hmac, json, os, sys, time, urllib.error, urllib.request, uuid

origin = os.environ.get("SUANPAN_ORIGIN", "__ORIGIN__")
key = os.environ["SUANPAN_KEY"]
secret = os.environ["SUANPAN_SECRET"]


def sign(method, path, query, timestamp, nonce, body):
    digest = hashlib.sha256(body).hexdigest()
    text = "\\n".join([method, path, query, timestamp, nonce, digest])
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


path = "/api/v2/collections"
fields = {
    "order_no": "T%d" % time.time_ns(),
    "amount": "1500.00",
    "currency": "__CURRENCY__",
    "payer": {"name": "Wang Xiaoming"},
}
if "SUANPAN_NOTIFY_URL" in os.environ:
    fields["notify_url"] = os.environ["SUANPAN_NOTIFY_URL"]
body = json.dumps(fields).encode()
timestamp = str(int(time.time()))
nonce = str(uuid.uuid4())
request = urllib.request.Request(origin + path, data=body, method="POST", headers={
    "Content-Type": "application/json",
    "X-Api-Key": key,
    "X-Timestamp": timestamp,
    "X-Nonce": nonce,
    "X-Signature": sign("POST", path, "", timestamp, nonce, body),
})
try:
    with urllib.request.urlopen(request) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as refused:
    print(refused.code, refused.read().decode())
    sys.exit(1)
`,
  verify: `import base64, hashlib, hmac, json, os, sys, time


# The raw body, byte for byte: parse it only after this has said yes.
def is_ours(headers, raw_body, secret):
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    text = (headers["webhook-id"] + "." + timestamp + ".").encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    # Two signatures stand there while a secret is rotated.
    return any(hmac.compare_digest(given, expected) for given in headers["webhook-signature"].split(" "))


headers = json.loads(os.environ["WEBHOOK_HEADERS"])
ours = is_ours(headers, sys.stdin.buffer.read(), os.environ["SUANPAN_WEBHOOK_SECRET"])
print("verified" if ours else "refused")
`,
} as const;
