import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type {
  Balance,
  Collection,
  Method,
  NewCollection,
  NewPayout,
  Payout,
  Refund,
} from '@suanpan/merchant-sdk/merchant';
import type {
  MerchantBalance,
  MerchantCollection,
  MerchantMethod,
  MerchantPayout,
  MerchantRefund,
  CreateCollectionInput,
  CreatePayoutInput,
} from '@suanpan/contract/merchant/v2';
import { signResponseV2, verifyV2 } from '@suanpan/signing/v2';
import { webhookHeaders } from '@suanpan/signing/webhooks';
import { vectorWebhook } from '@suanpan/signing/vectors';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { buildSdk } from './build-sdk.ts';

const run = promisify(execFile);
const secret = 'sk_test_1';
const room = mkdtempSync(join(tmpdir(), 'sdk-'));
const installed = join(room, 'node_modules/@suanpan/merchant-sdk');

beforeAll(() => {
  const dist = buildSdk();
  const npm = { cwd: room, stdio: 'pipe' } as const;
  execFileSync('npm', ['pack', dist, '--pack-destination', room, '--ignore-scripts'], npm);
  const tarball = readdirSync(room).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(room, 'package.json'), '{"name":"shop","private":true,"type":"module"}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], npm);
}, 240_000);
afterAll(() => rmSync(room, { recursive: true }));

test('what is published installs from a file, without anything else, and says nothing of this repository', () => {
  expect(readdirSync(join(room, 'node_modules'))).toEqual(
    expect.arrayContaining(['@suanpan', '.package-lock.json']),
  );
  expect(readdirSync(join(room, 'node_modules')).length).toBe(2);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies?: unknown;
  };
  expect(dependencies).toBeUndefined();
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.js') || name.endsWith('.d.ts'))) {
    expect(readFileSync(join(installed, file), 'utf8'), file).not.toMatch(/@suanpan\/signing|\.ts['"]/);
  }
});

test('its example collects at a gateway that believes signatures alone', { timeout: 60_000 }, async () => {
  const gateway = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = (name: string): string => String(request.headers[name]);
      const body = Buffer.concat(chunks);
      const signed = {
        method: request.method ?? '',
        path: request.url ?? '',
        query: '',
        timestamp: one('x-timestamp'),
        nonce: one('x-nonce'),
        body,
      };
      const status = verifyV2(signed, one('x-signature'), [secret]) ? 201 : 401;
      const { order_no: orderNo } = JSON.parse(body.toString()) as { order_no: string };
      const said = JSON.stringify({ id: 'col_7', status: 'pending', checkout_url: `https://pay/${orderNo}` });
      const timestamp = one('x-timestamp');
      response
        .writeHead(status, {
          'x-timestamp': timestamp,
          'x-signature': signResponseV2({ timestamp, status, body: said }, secret),
        })
        .end(said);
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  try {
    const env = {
      ...process.env,
      SUANPAN_ORIGIN: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      SUANPAN_KEY: 'ak_test_1',
      SUANPAN_SECRET: secret,
    };
    const example = join(installed, 'examples/collect.js');
    const { stdout } = await run(process.execPath, [example, 'T77'], { env });
    expect(stdout).toBe('col_7 pending https://pay/T77\n');
  } finally {
    gateway.close();
  }
});

test('its example listens: one event acts once, and a stranger is refused', { timeout: 60_000 }, async () => {
  const env = { ...process.env, PORT: '0', SUANPAN_WEBHOOK_SECRET: vectorWebhook.secret };
  // The port is the system's choice, so the example is read rather than called from outside.
  const check = `
    import { readCallback } from '@suanpan/merchant-sdk';
    const { headers, body } = JSON.parse(process.argv[2]);
    try { console.log(readCallback(headers, body, [process.env.SUANPAN_WEBHOOK_SECRET]).type); }
    catch (error) { console.log(error.name, error.reason); }`;
  writeFileSync(join(room, 'check.js'), check);
  const message = { ...vectorWebhook.message, timestamp: String(Math.floor(Date.now() / 1000)) };
  const says = async (sent: object): Promise<string> =>
    (await run(process.execPath, [join(room, 'check.js'), JSON.stringify(sent)], { env })).stdout.trim();
  const headers = webhookHeaders(message, [vectorWebhook.secret]);
  expect(await says({ headers, body: message.body })).toBe('collection.succeeded');
  expect(await says({ headers, body: `${message.body} ` })).toBe('CallbackRefused no_matching_signature');
});

test('its types are those of the contract', () => {
  expectTypeOf<MerchantCollection>().toExtend<Collection>();
  expectTypeOf<keyof Collection>().toEqualTypeOf<keyof MerchantCollection>();
  expectTypeOf<Collection['status']>().toEqualTypeOf<MerchantCollection['status']>();
  expectTypeOf<MerchantPayout>().toExtend<Payout>();
  expectTypeOf<keyof Payout>().toEqualTypeOf<keyof MerchantPayout>();
  expectTypeOf<Payout['status']>().toEqualTypeOf<MerchantPayout['status']>();
  expectTypeOf<MerchantRefund>().toExtend<Refund>();
  expectTypeOf<keyof Refund>().toEqualTypeOf<keyof MerchantRefund>();
  expectTypeOf<MerchantBalance>().toEqualTypeOf<{ -readonly [Name in keyof Balance]: Balance[Name] }>();
  expectTypeOf<MerchantMethod>().toExtend<Method>();
  expectTypeOf<keyof NewCollection>().toEqualTypeOf<keyof CreateCollectionInput>();
  expectTypeOf<keyof NewPayout>().toEqualTypeOf<keyof CreatePayoutInput>();
});
