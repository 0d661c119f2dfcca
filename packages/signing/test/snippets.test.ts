import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyV2 } from '../src/v2.ts';
import { vectorV2Post, vectorWebhook } from '../src/vectors.ts';
import { webhookHeaders } from '../src/webhooks.ts';
import type { WebhookMessage } from '../src/webhooks.ts';
import { snippetLanguages, snippetOf } from '../src/snippets/all.ts';
import type { SnippetLanguage, SnippetTask } from '../src/snippets/all.ts';

const { secret } = vectorV2Post;
const folder = mkdtempSync(join(tmpdir(), 'snippets-'));
const calls: { headers: IncomingHttpHeaders; body: string; path: string }[] = [];
const gateway = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    calls.push({ headers: request.headers, body, path: request.url ?? '' });
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"col_1"}');
  });
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(() => {
  gateway.close();
  rmSync(folder, { recursive: true });
});

/** How a program is started where its tool chain is installed. Node always is: it runs this test. */
const starts: Record<SnippetLanguage, readonly string[]> = {
  node: [process.execPath],
  php: ['php'],
  python: ['python3'],
  java: ['java'],
  go: ['go', 'run'],
};

async function run(
  language: SnippetLanguage,
  task: SnippetTask,
  env: Record<string, string>,
  input = '',
): Promise<string> {
  const file = join(folder, snippetLanguages.find(({ name }) => name === language)?.files[task] ?? '');
  writeFileSync(file, snippetOf(language, task, { origin, currency: 'TWD' }));
  const [program = '', ...args] = starts[language];
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, ...env }, timeout: 240_000 };
    const child = execFile(program, [...args, file], options, (error, out, said) =>
      error ? reject(new Error(`${error.message}\n${said}`)) : resolve(out.trim()),
    );
    child.stdin?.end(input);
  });
}

async function isInstalled(language: SnippetLanguage): Promise<boolean> {
  if (language === 'node') return true;
  const [program = ''] = starts[language];
  const asked = language === 'go' ? ['version'] : ['--version'];
  return new Promise((resolve) => execFile(program, asked, (error) => resolve(error === null)));
}

const installed = await Promise.all(snippetLanguages.map(({ name }) => isInstalled(name)));
const missing = snippetLanguages.filter((_, place) => installed[place] !== true);
process.stdout.write(
  `snippets: ${snippetLanguages.length - missing.length} languages run, ${missing.length} skipped` +
    `${missing.length === 0 ? '' : ` (${missing.map(({ label }) => label).join(', ')}: no tool chain)`}\n`,
);

describe.each(snippetLanguages.filter((_, place) => installed[place] === true))('$label', ({ name }) => {
  test('signs a collection so that the gateway believes it', { timeout: 300_000 }, async () => {
    const out = await run(name, 'collect', {
      SUANPAN_ORIGIN: origin,
      SUANPAN_KEY: 'ak_test_1',
      SUANPAN_SECRET: secret,
      SUANPAN_NOTIFY_URL: 'https://shop.example/hook',
    });
    expect(out).toBe('201 {"id":"col_1"}');
    const { body, headers, path } = calls.at(-1) ?? expect.fail('nothing came');
    const one = (header: string): string => String(headers[header]);
    const request = {
      method: 'POST',
      path,
      query: '',
      timestamp: one('x-timestamp'),
      nonce: one('x-nonce'),
      body,
    };
    expect(verifyV2(request, one('x-signature'), [secret])).toBe(true);
    expect(verifyV2({ ...request, body: `${body} ` }, one('x-signature'), [secret])).toBe(false);
    expect(JSON.parse(body)).toMatchObject({
      order_no: expect.stringMatching(/^T\d+$/),
      amount: '1500.00',
      notify_url: 'https://shop.example/hook',
    });
  });

  test('believes a callback of ours and no other', { timeout: 300_000 }, async () => {
    const { message, secret: hook } = vectorWebhook;
    const fresh: WebhookMessage & { body: string } = {
      ...message,
      timestamp: String(Math.floor(Date.now() / 1000)),
    };
    const says = async (signed: typeof fresh, body = signed.body) =>
      run(
        name,
        'verify',
        {
          SUANPAN_WEBHOOK_SECRET: hook,
          // The second of two signatures counts too.
          WEBHOOK_HEADERS: JSON.stringify(
            webhookHeaders(signed, ['whsec_BAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', hook]),
          ),
        },
        body,
      );
    expect(await says(fresh)).toBe('verified');
    expect(await says(fresh, fresh.body.replace('1500', '9500'))).toBe('refused');
    expect(await says({ ...fresh, timestamp: '1795223045' })).toBe('refused');
  });
});

/** What cannot run here is at least held against the parts of the signature, in their order. */
test.each(missing)('$label names the parts of both signatures in their order', ({ name }) => {
  const collect = snippetOf(name, 'collect', { origin, currency: 'TWD' });
  expect(collect).toMatch(/method.*path.*query.*timestamp.*nonce.*(?:digest|sha256)/i);
  for (const header of ['X-Api-Key', 'X-Timestamp', 'X-Nonce', 'X-Signature'])
    expect(collect).toContain(header);
  const verify = snippetOf(name, 'verify', { origin, currency: 'TWD' });
  expect(verify).toMatch(/webhook-id.{1,40}timestamp.{1,40}body/i);
  expect(verify).toMatch(/['"]v1,['"]/);
  expect(verify).toContain('whsec_');
});
