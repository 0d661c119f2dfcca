import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { at } from './callers.ts';
import type { BenchOptions } from './options.ts';
import { clusterTimeUs, programTimeUs } from './processor-time.ts';
import { ownRoot } from './product.ts';
import { adminQuery } from './settings.ts';

interface Started {
  readonly url: string;
  readonly productUrl: string;
  /** Of sessions that take turns. */
  readonly tokens: readonly string[];
  readonly postmaster: number;
}

/** What the design asks. */
const must = { csv: 200_000, xlsx: 120_000 } as const;
const exported = ['collections.transactions', 'payment.transactions', 'accounting.changelogs'] as const;
/** Between two pages of orders, asked for while nothing else happens and while a file is written. */
const pauseMs = 20;
const dayMs = 86_400_000;

/** Files of the lists that grow, and what whoever works beside them feels of it. */
export async function benchExports(options: BenchOptions): Promise<void> {
  for (const filled of options.filled) {
    const child = fork(join(ownRoot, 'bench/src/exports-server.ts'), {
      cwd: ownRoot,
      env: { ...process.env, BENCH_FILLED: String(filled) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      const started = await new Promise<Started>((resolve, reject) => {
        child.once('message', (message) => resolve(message as Started));
        child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      });
      await measure(started, child.pid ?? 0, options);
    } finally {
      if (child.connected) child.disconnect();
      await ended;
    }
  }
}

async function measure(started: Started, pid: number, { rounds, seconds }: BenchOptions): Promise<void> {
  const { postmaster, productUrl } = started;
  // Whoever works beside a file asks more often here than anybody may; the rules are looked at anew within a second.
  await adminQuery(productUrl, 'UPDATE firewall_rule SET enabled = false');
  await sleep(2_000);
  const newest = await adminQuery(productUrl, 'SELECT max(created_at) AS at FROM collection_order');
  const to = new Date(newest[0]?.['at'] ?? '').getTime() + 1_000;
  const span = [new Date(to - 7 * dayMs).toISOString(), new Date(to).toISOString()] as const;
  await asking(started, span, sleep(2_000));
  for (let round = 1; round <= rounds; round += 1) {
    const quiet = await asking(started, span, sleep(seconds * 1_000));
    console.log(
      `round ${round}: a page of orders after the other, quiet: p50 ${at(quiet, 0.5).toFixed(1)}, p99 ${at(quiet, 0.99).toFixed(1)} ms`,
    );
    for (const kind of exported) {
      for (const format of ['csv', 'xlsx'] as const) {
        const before = { own: programTimeUs(pid), cluster: clusterTimeUs(postmaster), rss: rssOf(pid) };
        const began = performance.now();
        const writing = write(started, kind, format, span, pid);
        const beside = await asking(started, span, writing);
        const { most, rows } = await writing;
        const perSecond = rows / ((performance.now() - began) / 1_000);
        const perRow = (us: number): string => (us / rows).toFixed(2);
        console.log(
          `  ${kind} ${format}: ${rows} rows, ${perSecond.toFixed(0)}/s (must ${must[format]}) · µs a row: Node ${perRow(programTimeUs(pid) - before.own)}, PostgreSQL ${perRow(clusterTimeUs(postmaster) - before.cluster)}, pages beside it included · server ${before.rss.toFixed(0)} MB, at most ${(most - before.rss).toFixed(0)} more · p50 ${at(beside, 0.5).toFixed(1)}, p99 ${at(beside, 0.99).toFixed(1)} ms beside it`,
        );
      }
    }
  }
}

/** Asks for one page after the other until the other has ended; answers how long each took, sorted. */
async function asking(
  started: Started,
  [, to]: readonly [string, string],
  other: Promise<unknown>,
): Promise<number[]> {
  let isOver = false;
  void other.finally(() => (isOver = true)).catch(() => {});
  const times: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const question = { created_from: hourBefore(to), created_to: to, page: 1, paginate: 20 };
    await ask<unknown>(started, '/collection/transactions/search', question);
    times.push(performance.now() - began);
    await sleep(pauseMs);
  }
  await other;
  return times.toSorted((one, another) => one - another);
}

const hourBefore = (to: string): string => new Date(Date.parse(to) - 3_600_000).toISOString();

/** Orders a file and waits for it; answers its rows, and how large the server was at most. */
async function write(
  started: Started,
  kind: string,
  format: string,
  [from, to]: readonly [string, string],
  pid: number,
): Promise<{ rows: number; most: number }> {
  const filter = kind === 'accounting.changelogs' ? { from, to } : { created_from: from, created_to: to };
  const { id: ordered } = await ask<{ id: string }>(started, '/exports', { kind, format, filter });
  for (let most = 0; ;) {
    most = Math.max(most, rssOf(pid));
    const { items } = await ask<{ items: { id: string; status: string; rows: number; error?: string }[] }>(
      started,
      '/exportsList?page=1&paginate=20',
    );
    const job = items.find(({ id }) => id === ordered);
    if (job?.status === 'completed') return { rows: job.rows, most };
    if (job?.status === 'failed') throw new Error(`${kind}: ${job.error}`);
    await sleep(25);
  }
}

let asked = 0;

/** Asks the server, or tells it something; throws whatever it refuses. */
async function ask<Answer>({ tokens, url }: Started, path: string, body?: object): Promise<Answer> {
  asked += 1;
  const response = await fetch(`${url}/api${path}`, {
    headers: {
      authorization: `Bearer ${tokens[asked % tokens.length]}`,
      'content-type': 'application/json',
      'idempotency-key': `bench-${asked}`,
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { code, data, message } = (await response.json()) as { code: number; data: Answer; message: string };
  if (code !== 0) throw new Error(`${path} answered ${code}: ${message}`);
  return data;
}

/** Resident memory of a process in megabytes. */
function rssOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
