import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../src/platform/config.ts';
import { startDueWork } from '../src/platform/due-work.ts';
import { startOpenTelemetry } from '../src/platform/tracing/open-telemetry.ts';
import { beginSpan, traced } from '../src/platform/tracing/tracing.ts';

interface Told {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly status?: { readonly code?: number; readonly message?: string };
}

/** A collector as every other: what it is posted, it keeps. */
const posted: { readonly path: string; readonly body: string }[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    posted.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const stop = startOpenTelemetry({ endpoint, share: 1 });
// Opened now, as the product opens everything after it knows that it is traced.
const { openMerchantApi } = await import('../src/modules/merchant-api/testing/open-merchant-api.ts');
const api = await openMerchantApi();
afterAll(() => collector.close());

const spansTold = (): Told[] =>
  posted.flatMap(({ body }) =>
    (
      JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: Told[] }[] }[];
      }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const factOf = (span: Told | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((each) => each.key === key)?.value ?? {})[0];

test('an order is one trace from its call to its provider, a job is another, and neither holds a value or a secret', async () => {
  const payer = '王小明';
  const foreignTrace = 'a'.repeat(32);
  const made = await api.call(
    api.key,
    'POST',
    '/api/v2/collections',
    api.order({ method: 'bank', payer: { name: payer }, amount: '1777.00' }),
    // What a caller says of a trace of his own is not believed, nor told on.
    {
      headers: {
        traceparent: `00-${foreignTrace}-${'b'.repeat(16)}-00`,
        tracestate: 'a=b',
        baggage: `name=${payer}`,
      },
    },
  );
  expect(made.status).toBe(201);
  expect(made.json['payment']).not.toBeNull();

  let runs = 0;
  const due = startDueWork({
    db: api.database.workers,
    log: api.log,
    pollMs: 3_600_000,
    works: [
      {
        name: 'traced.work',
        next: (after) => new Date(after.getTime() + 3_600_000),
        missed: 'latest',
        anytime: true,
        async run(tx) {
          runs += 1;
          await sql`SELECT count(*) FROM outbox`.execute(tx);
        },
      },
    ],
  });
  // Its first look by itself is over, so that nobody else is at it.
  await due.runDue();
  expect(await due.runNow('traced.work')).toBe('done');
  await due.stop();
  expect(runs).toBe(1);
  await expect(
    traced('job that fails', {}, 'whole', () => Promise.reject(new TypeError(`of ${payer}`))),
  ).rejects.toThrow(TypeError);
  await stop();

  expect([...new Set(posted.map(({ path }) => path))]).toEqual(['/v1/traces']);
  const spans = spansTold();
  const root = spans.find(({ name }) => name === 'POST /api/v2/collections');
  expect(root?.parentSpanId ?? '').toBe('');
  expect(factOf(root, 'http.response.status_code')).toBe(201);
  const own = spans.filter(({ traceId }) => traceId === root?.traceId);
  const byId = new Map(own.map((span) => [span.spanId, span]));
  // Every one of them hangs below the call.
  for (const span of own) {
    let top = span;
    for (let above = byId.get(top.parentSpanId ?? ''); above; above = byId.get(top.parentSpanId ?? ''))
      top = above;
    expect(top.name).toBe(root?.name);
  }
  const provider = own.find(({ name }) => name.startsWith('provider '));
  expect(provider?.name).toBe('provider create');
  expect(factOf(provider, 'suanpan.order')).toBe(made.json.id.replace('col_', ''));
  expect(
    own.filter(({ parentSpanId }) => parentSpanId === provider?.spanId).map(({ name }) => name),
  ).toContain('POST out');
  const statements = own.filter((span) => factOf(span, 'db.system.name') === 'postgresql');
  expect(statements.length).toBeGreaterThan(3);
  expect(statements.map(({ name }) => name)).toContain('INSERT provider_log');

  const job = spans.find(({ name }) => name === 'job traced.work');
  expect(job?.traceId).not.toBe(root?.traceId);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name)).toEqual([
    'SELECT outbox',
  ]);
  expect(spans.find(({ name }) => name === 'job that fails')?.status).toMatchObject({
    code: 2,
    message: 'TypeError',
  });

  const all = posted.map(({ body }) => body).join('\n');
  for (const secret of [
    api.key.secret,
    api.key.key,
    foreignTrace,
    payer,
    '1777',
    'x-signature',
    'http://',
    'https://',
  ])
    expect(all).not.toContain(secret);
  // Whoever ended it makes no more.
  expect(beginSpan('later', 'internal', {}, 'whole')).toBeNull();
});

test('an endpoint is an address without a key in it, and none is set where nobody set one', () => {
  expect(loadConfig({}).tracing).toBeUndefined();
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing).toEqual({ endpoint, share: 1 });
  expect(
    loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0.05' }).tracing?.share,
  ).toBe(0.05);
  for (const wrong of [
    'collector:4318',
    'ftp://collector',
    'https://key@collector',
    'https://collector/?key=1',
  ])
    expect(() => loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: wrong })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
});

/** Which packages of it a process has looked for that loaded this file and whatever it needs. */
async function loadedBy(file: string): Promise<string[]> {
  const url = new URL(file, import.meta.url).href;
  const program = `
    import { registerHooks } from 'node:module';
    const seen = new Set();
    registerHooks({
      resolve(name, context, next) {
        const found = next(name, context);
        const [, pack] = /@opentelemetry\\/([a-z-]+)\\//.exec(found.url) ?? [];
        if (pack !== undefined) seen.add(pack);
        return found;
      },
    });
    await import(${JSON.stringify(url)});
    process.stdout.write(JSON.stringify([...seen]), () => process.exit(0));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return JSON.parse(stdout) as string[];
}

test('the server loads nothing of it; whoever starts it loads it', { timeout: 60_000 }, async () => {
  // The metrics library looks at the interface, which does nothing by itself.
  expect((await loadedBy('../src/main.ts')).filter((name) => name !== 'api')).toEqual([]);
  expect(await loadedBy('../src/platform/tracing/open-telemetry.ts')).toEqual(
    expect.arrayContaining(['sdk-trace', 'exporter-trace-otlp-http']),
  );
});
