/** Node 20 or newer, with nothing installed. */
export const node = {
  collect: `import { createHash, createHmac, randomUUID } from 'node:crypto';

const origin = process.env.SUANPAN_ORIGIN ?? '__ORIGIN__';
const key = process.env.SUANPAN_KEY;
const secret = process.env.SUANPAN_SECRET;

function sign(method, path, query, timestamp, nonce, body) {
  const digest = createHash('sha256').update(body).digest('hex');
  const text = [method, path, query, timestamp, nonce, digest].join('\\n');
  return createHmac('sha256', secret).update(text).digest('hex');
}

const path = '/api/v2/collections';
const body = JSON.stringify({
  order_no: 'T' + Date.now(),
  amount: '1500.00',
  currency: '__CURRENCY__',
  payer: { name: 'Wang Xiaoming' },
  notify_url: process.env.SUANPAN_NOTIFY_URL,
});
const timestamp = String(Math.floor(Date.now() / 1000));
const nonce = randomUUID();
const answer = await fetch(origin + path, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Api-Key': key,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Signature': sign('POST', path, '', timestamp, nonce, body),
  },
  body,
});
console.log(answer.status, await answer.text());
process.exitCode = answer.ok ? 0 : 1;
`,
  verify: `import { createHmac, timingSafeEqual } from 'node:crypto';

// The raw body, byte for byte: parse it only after this has said yes.
export function isOurs(headers, rawBody, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = 'v1,' + createHmac('sha256', key).update(id + '.' + timestamp + '.' + rawBody).digest('base64');
  // Two signatures stand there while a secret is rotated.
  return headers['webhook-signature'].split(' ').some((given) =>
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected)));
}

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const headers = JSON.parse(process.env.WEBHOOK_HEADERS);
const ours = isOurs(headers, Buffer.concat(chunks).toString(), process.env.SUANPAN_WEBHOOK_SECRET);
console.log(ours ? 'verified' : 'refused');
`,
} as const;
