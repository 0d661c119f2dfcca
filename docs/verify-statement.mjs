#!/usr/bin/env node
// Checks a sealed statement offline:  node verify-statement.mjs statement.json suanpan-statement-keys.json
// The keys are those of https://<the platform>/.well-known/suanpan-statement-keys.json, fetched after the statement and kept.
// Every byte of the file counts. It ends with 0 and one line, or with 1 and the reason.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const refuse = (reason) => {
  console.error(`REFUSED: ${reason}`);
  process.exit(1);
};
// A file of another form altogether may end anything below.
process.on('uncaughtException', () => refuse('it is no statement of this form, or no file of keys'));
/** A decimal string in its smallest unit: no amount is ever a floating number. */
const units = (text, scale) => {
  const [, sign = '', whole, part] = /^(-?)(\d+)\.(\d+)$/.exec(text) ?? refuse(`'${text}' is no amount`);
  if (part.length !== scale) refuse(`'${text}' has another scale`);
  return BigInt(`${sign}${whole}${part}`);
};

const [file, keyFile] = process.argv.slice(2);
if (!file || !keyFile) refuse('name the statement and the file of keys');
// Bytes that are no text would be read as one and the same sign.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const text = utf8.decode(readFileSync(file));
const statement = JSON.parse(text);
const { head, movements, signature } = statement;
// One form of writing alone, so that no byte can differ unseen.
if (`${JSON.stringify(statement)}\n` !== text || Object.keys(statement).join() !== 'head,signature,movements')
  refuse('the file is not written as it was made');
if (head?.form !== 'suanpan-statement-1' || !Array.isArray(movements))
  refuse('it is no statement of this form');

const known = JSON.parse(readFileSync(keyFile, 'utf8')).keys.find(({ id }) => id === head.key_id);
if (!known) refuse(`the key ${head.key_id} is unknown`);
const raw = Buffer.from(known.public_key, 'base64');
if (head.key_id !== `sk_${createHash('sha256').update(raw).digest('hex').slice(0, 16)}`)
  refuse('the key is not the one that its name says');
const key = createPublicKey({
  key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
  format: 'jwk',
});
if (!/^[0-9a-f]{128}$/.test(signature)) refuse('the signature is none');
if (!verify(null, Buffer.from(JSON.stringify(head), 'utf8'), key, Buffer.from(signature, 'hex')))
  refuse('the signature does not fit');
/** Instants of one form of writing, so that they follow each other as their texts do. */
const instant = (text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? text : refuse(`'${text}' is no instant`);
if (instant(head.made_at) < instant(known.created_at)) refuse('it was sealed before its key began');
if (known.retired_at !== null && head.made_at > instant(known.retired_at))
  refuse('it was sealed after its key had ended');

const hash = createHash('sha256');
for (const line of movements) hash.update(`${JSON.stringify(line)}\n`);
if (hash.digest('hex') !== head.movements.sha256 || movements.length !== head.movements.count)
  refuse('the movements are not those that were signed');

const scale = head.opening.total.split('.')[1].length;
const amount = (value) => units(value, scale);
const sum = (values) => values.reduce((total, value) => total + amount(value), 0n);
for (const bucket of new Set([...Object.keys(head.closing.buckets), ...Object.keys(head.opening.buckets)])) {
  const moved = sum(movements.map(({ changes }) => changes[bucket] ?? '0.'.padEnd(scale + 2, '0')));
  const zero = '0.'.padEnd(scale + 2, '0');
  if (amount(head.opening.buckets[bucket] ?? zero) + moved !== amount(head.closing.buckets[bucket] ?? zero))
    refuse(`${bucket} does not come out`);
}
for (const side of [head.opening, head.closing])
  if (sum(Object.values(side.buckets)) !== amount(side.total)) refuse('the buckets are not the total');
const { adjustments, collections, deposits, fees, payout_fees, payouts, refunds, withdrawals } = head;
const came = sum([head.opening.total, collections, deposits, adjustments, refunds]);
if (came - sum([fees, payouts, payout_fees, withdrawals]) !== amount(head.closing.total))
  refuse('opening and movements are not the closing');

console.log(
  `OK: ${head.customer.name} (${head.customer.id}), ${head.period}, ${head.currency}: ${head.opening.total} → ` +
    `${head.closing.total} in ${head.movements.count} movements, sealed ${head.made_at} with ${head.key_id}`,
);
