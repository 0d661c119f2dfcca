import { expect, test } from 'vitest';
import { signStripe, verifyStripe } from './stripe.ts';

const body = '{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}';
const secret = 'whsec_test_secret';
const at = 1_795_223_045;
const header = signStripe(body, at, secret);

test('the header of a known event', () => {
  expect(header).toBe(`t=${at},v1=36d18d1b95695b52d186aab8d1c1e91ff170cfe353c3e373b91bc34d24960cc5`);
});

test('a notice counts with its own bytes, its secret and its time', () => {
  expect(verifyStripe(body, header, secret, at + 300)).toBe(true);
  expect(verifyStripe(Buffer.from(body), header, secret, at)).toBe(true);
  expect(verifyStripe(`${body} `, header, secret, at)).toBe(false);
  expect(verifyStripe(body, header, 'another', at)).toBe(false);
  expect(verifyStripe(body, header, secret, at + 301)).toBe(false);
  expect(verifyStripe(body, header.replace(`t=${at}`, `t=${at + 1}`), secret, at)).toBe(false);
  for (const none of [undefined, '', 't=,v1=', `t=${at}`, 'v1=36d1', `${header.replace('v1', 'v0')}`]) {
    expect(verifyStripe(body, none, secret, at)).toBe(false);
  }
});

test('while a secret is replaced, one of the two signatures is enough', () => {
  expect(verifyStripe(body, `t=${at},v1=00,${header.split(',')[1]}`, secret, at)).toBe(true);
});
