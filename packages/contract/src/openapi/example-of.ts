import { patterns } from '../patterns.ts';
import type { PatternName } from '../patterns.ts';
import { ecmaPattern } from './ecma-pattern.ts';
import type { JsonSchema } from './json-schema.ts';

/** One text for every form that a text may have to take. */
const examples: Readonly<Record<PatternName, string>> = {
  plainLine: 'text',
  plainLines: 'text',
  id: '100001',
  count: '1',
  amount: '1500.00',
  ledgerAmount: '1500.0000',
  merchantAmount: '1500.00',
  threshold: '100000.0000',
  scenario: '00',
  threeDigits: '004',
  fiveDigits: '12345',
  hourMinute: '09:30',
  sixDigits: '123456',
  username: 'bright.shop',
  phone: '+886 2 2345 6789',
  phoneOrNone: '+886 2 2345 6789',
  period: '2026-11',
  month: '2026-11',
  country: 'TW',
  methodCode: 'bank_transfer',
  orderNo: 'T20261121000001',
  checkoutToken: 'Zk3vX0pQm7Rw2LtY8sNd1A',
  collectionId: 'col_10001',
  payoutId: 'pay_10001',
  accountNo: '0901560501232',
  eventId: 'evt_01JD7Q0Z8M6S3KX9T2V4B5N6P7',
  settleRule: 'T1',
  hostName: 'pay.example.com',
  logoAddress: '',
  transaction: '3b7e72edbb1bc0f7b5d1b6ad8b6ad3b6f8f2c1c5f5f2c0f6a61ad8d4b3f9e0a7',
  slip: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  color: '#1a73e8',
  merchantNo: '100001',
  unixSeconds: '1795222800',
  nonce: 'b7a1c0de-5f0e-4d0c-9a57-1f3f3a1c2e44',
  md5: '32d4da0cc77b1c6b5d5a18d0dac31e5e',
};
const byPattern: ReadonlyMap<string, string> = new Map(
  Object.entries(examples).map(([name, text]) => [ecmaPattern(patterns[name as PatternName].source), text]),
);
const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T08:00:00Z',
  date: '2026-01-31',
  email: 'someone@example.com',
  ipv4: '203.0.113.7',
  ipv6: '2001:db8::7',
  uri: 'https://shop.example.com/hooks/pay',
};

/** A value that the schema takes, with every field that it names; always the same one. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return exampleOf(choice);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return Math.min(Math.max(schema.minimum ?? 1, 1), schema.maximum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return [exampleOf(schema.items ?? {})];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field)]),
      );
    case undefined:
    default:
      return null;
  }
}

function textOf({ pattern, format, minLength = 0, maxLength = 1_000 }: JsonSchema): string {
  // A pattern that begins with a choice of words is met by the first of them.
  const [, word] = /^\^\((\w+)\|/.exec(pattern ?? '') ?? [];
  const text = byPattern.get(pattern ?? '') ?? byFormat[format ?? ''] ?? word ?? 'text';
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}
