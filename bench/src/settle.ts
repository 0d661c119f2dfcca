import { setTimeout as sleep } from 'node:timers/promises';
import { openSettleLane } from '../../apps/server/src/modules/collections/settle-lane.ts';
import { prove } from '../../apps/server/src/modules/ledger/index.ts';
import { drive, median } from './callers.ts';
import type { Measured } from './callers.ts';
import { startCluster } from './cluster.ts';
import type { BenchCluster } from './cluster.ts';
import { amount, readyOrders } from './orders.ts';
import { adminQuery, printSettings } from './settings.ts';
import { seedTenants } from './tenants.ts';
import { prepareTpcb } from './tpcb.ts';

const callers = 64;
/** Orders made ready for one second of one round, by the yardstick's speed: more than can settle, so that none runs dry. */
const readyForEachReference = 2.2;

/**
 * Settling through the product's own lane, order guard, legs, balances, outbox, audit and rollups included, against
 * pgbench TPC-B on the same cluster, in alternating rounds. Proves the books afterwards.
 */
export async function benchSettle(options: {
  readonly seconds: number;
  readonly rounds: number;
}): Promise<void> {
  const cluster = await startCluster();
  try {
    await printSettings(cluster.adminUrl);
    await seedTenants(cluster.productUrl);
    const tpcb = await prepareTpcb(cluster.adminUrl);
    const rounds: { tpcb: number; spread: Measured; hot: Measured; walPerSettle: number }[] = [];
    for (let round = 1; round <= options.rounds; round += 1) {
      const reference = await tpcb.measure(options.seconds);
      const ready = Math.ceil(reference * readyForEachReference * options.seconds);
      const spread = await settleRound(cluster, options.seconds, false, `s${round}`, ready);
      const hot = await settleRound(cluster, options.seconds, true, `h${round}`, ready);
      rounds.push({
        tpcb: reference,
        spread: spread.measured,
        hot: hot.measured,
        walPerSettle: spread.walPerSettle,
      });
      console.log(
        `round ${round}: TPC-B ${reference.toFixed(0)}/s · spread ${line(spread.measured, reference)} · hot ${line(hot.measured, reference)} · ${spread.walPerSettle.toFixed(0)} bytes of WAL a settle`,
      );
    }
    const ratio = (kind: 'spread' | 'hot') =>
      median(rounds.map((round) => round[kind].perSecond / round.tpcb)).toFixed(2);
    console.log(
      `settle ÷ TPC-B, median of ${options.rounds}: spread ${ratio('spread')} (must 2.5) · hot ${ratio('hot')} (must 3.0)`,
    );
    console.log(
      `hot ÷ spread: ${median(rounds.map((round) => round.hot.perSecond / round.spread.perSecond)).toFixed(2)} (must 1.0)`,
    );
    console.log(
      `p99 spread ${median(rounds.map((round) => round.spread.p99Ms)).toFixed(1)} ms (must < 25) · WAL ${median(rounds.map((round) => round.walPerSettle)).toFixed(0)} bytes (must ≤ 2200)`,
    );
    const proof = await prove(cluster.database);
    for (const check of proof.checks)
      console.log(`prove ${check.name}: ${check.passed ? 'holds' : 'BROKEN'} over ${check.examined}`);
    if (!proof.passed) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}

async function settleRound(
  cluster: BenchCluster,
  seconds: number,
  hot: boolean,
  run: string,
  ready: number,
): Promise<{ measured: Measured; walPerSettle: number }> {
  const orders = await readyOrders(cluster, ready, hot, run);
  await adminQuery(cluster.adminUrl, 'CHECKPOINT');
  await sleep(1_000);
  const lane = openSettleLane(cluster.database);
  let next = 0;
  const before = await walPosition(cluster);
  const measured = await drive(callers, seconds, async () => {
    const order = orders[next++];
    if (order === undefined) return false;
    const outcome = await lane.submit({
      ...order,
      partyIds: [order.agentId],
      paidAmount: amount,
      providerOrderNo: `P${order.orderId}`,
      lateAllowed: false,
      requestId: 'bench',
    });
    if (outcome !== 'settled') throw new Error(`Order ${order.orderId} answered ${outcome}`);
    return true;
  });
  const walBytes = (await walPosition(cluster)) - before;
  await lane.close();
  if (next > orders.length)
    console.log(`(the orders of ${run} were used up after ${measured.seconds.toFixed(1)} s)`);
  return { measured, walPerSettle: walBytes / measured.operations };
}

async function walPosition(cluster: BenchCluster): Promise<number> {
  const [row] = await adminQuery(
    cluster.adminUrl,
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS bytes`,
  );
  return Number(row?.['bytes']);
}

function line(measured: Measured, reference: number): string {
  return `${measured.perSecond.toFixed(0)}/s = ${(measured.perSecond / reference).toFixed(2)} × (p50 ${measured.p50Ms.toFixed(1)}, p99 ${measured.p99Ms.toFixed(1)} ms)`;
}
