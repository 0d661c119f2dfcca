import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { proveBooks } from '../harness/books.ts';
import { isAlive, listProcesses } from '../harness/processes.ts';
import { startServer } from '../harness/server.ts';
import type { Server } from '../harness/server.ts';
import { clusterOf, postmasterOf } from '../harness/server-view.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import { until } from '../harness/until.ts';
import { createDice, seedOfThisRun } from './dice.ts';
import { testTimeoutMs, times } from './form.ts';
import { underLoad } from './load.ts';
import { checkOutcome } from './outcome.ts';
import { openWitness } from './witness.ts';

vi.setConfig({ testTimeout: testTimeoutMs });

const dice = createDice(seedOfThisRun());
const witness = openWitness();
let server: Server;
let crashes = 0;

/** On a machine that does nothing else it is five seconds; this only ends what hangs, and what it took is printed. */
const healWithinMs = 60_000;

beforeAll(async () => {
  server = await startServer({ demoOrders: 0 });
});

afterAll(async () => {
  witness.close();
  await server.remove();
});

const serves = (): Promise<true> =>
  until(
    'the server serves again',
    async () => {
      const answer = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(2_000) });
      return answer.ok && (true as const);
    },
    { withinMs: healWithinMs, everyMs: 100 },
  );

/** The postmasters that serve this very cluster. */
const postmasters = (): number[] =>
  listProcesses()
    .filter(({ command }) => command.includes(clusterOf(server.dataDir)) && command.includes('-D'))
    .map(({ pid }) => pid);

/** Milliseconds from each fault until the server was ready again, for the report. */
const healings = { server: [] as number[], postmaster: [] as number[], both: [] as number[] };
let longestGapMs = 0;

async function restart(after: keyof typeof healings): Promise<void> {
  const tookMs = await server.start();
  healings[after].push(tookMs);
  expect(tookMs).toBeLessThan(healWithinMs);
}

async function throughLoad(fault: () => Promise<void>): Promise<void> {
  const load = await underLoad(server.view(), dice, witness, async () => {
    await sleep(dice.whole(500, 2_000));
    await fault();
    await sleep(dice.whole(500, 1_500));
  });
  expect(load.surprises).toEqual([]);
  expect(load.sent).toBeGreaterThan(20);
  longestGapMs = Math.max(longestGapMs, load.longestGapMs);
}

describe('under load', () => {
  test('kill -9 of the server, again and again: it comes back, takes over its PostgreSQL, and goes on', async () => {
    const postmaster = postmasterOf(server.dataDir);
    await throughLoad(async () => {
      for (let round = 1; round <= times(3, 20); round += 1) {
        await server.kill();
        crashes += 1;
        expect(isAlive(postmaster)).toBe(true);
        await restart('server');
        await sleep(dice.whole(300, 2_500));
      }
    });
    expect(postmasterOf(server.dataDir)).toBe(postmaster);
    expect(postmasters()).toEqual([postmaster]);
  });

  test('kill -9 of the postmaster, again and again: the server never goes, and serves again', async () => {
    const { pid } = server.view();
    await throughLoad(async () => {
      for (let round = 1; round <= times(2, 10); round += 1) {
        const before = postmasterOf(server.dataDir);
        const began = performance.now();
        process.kill(before, 'SIGKILL');
        crashes += 1;
        await until('another postmaster serves', () => postmasterOf(server.dataDir) !== before, {
          withinMs: healWithinMs,
        });
        await serves();
        healings.postmaster.push(Math.round(performance.now() - began));
        await sleep(dice.whole(300, 1_500));
      }
    });
    expect(server.view().pid).toBe(pid);
    expect(postmasters()).toHaveLength(1);
  });

  test('kill -9 of both at once: the next start waits for PostgreSQL to recover', async () => {
    await throughLoad(async () => {
      for (let round = 1; round <= times(1, 5); round += 1) {
        process.kill(postmasterOf(server.dataDir), 'SIGKILL');
        await server.kill();
        crashes += 1;
        await restart('both');
        await sleep(dice.whole(300, 1_500));
      }
    });
    expect(postmasters()).toHaveLength(1);
  });

  test('kill -9 of the sandbox bank: orders wait for it, and it is started again', async () => {
    const { bank } = server.view().pids();
    await throughLoad(async () => {
      process.kill(bank, 'SIGKILL');
      await until('the bank is there again', () => new SandboxBank(server.url).isHealthy(), {
        withinMs: healWithinMs,
      });
    });
    expect(server.view().pids().bank).not.toBe(bank);
  });

  test('SIGTERM: what is under way is answered, and no process is left behind', async () => {
    await throughLoad(async () => {
      const postmaster = postmasterOf(server.dataDir);
      await server.stop();
      expect(isAlive(postmaster)).toBe(false);
      expect(postmasters()).toEqual([]);
      expect(await server.start()).toBeLessThan(healWithinMs);
    });
  });
});

test('nothing acknowledged is lost, nothing happened twice, and everybody was told', async () => {
  const acknowledged = witness.all();
  const tally = await checkOutcome(server.view(), acknowledged, crashes);
  const report = `${acknowledged.length} orders over ${crashes} crashes: ${JSON.stringify(tally)}`;
  process.stdout.write(`faults: ${report}; nothing was acknowledged for ${longestGapMs} ms at the longest\n`);
  for (const [fault, ms] of Object.entries(healings)) {
    process.stdout.write(`faults: ready again after kill -9 of ${fault}: ${ms.join(', ')} ms\n`);
  }
  expect(tally['succeeded']).toBeGreaterThan(50);
  await proveBooks(server.view());
});

test('no process ended on an error that nobody caught', () => {
  expect(server.view().printed().join('\n')).not.toContain('an error that nobody caught');
});
