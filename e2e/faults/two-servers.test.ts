import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import { startBalancer } from '../harness/balancer.ts';
import type { Balancer } from '../harness/balancer.ts';
import { proveBooks } from '../harness/books.ts';
import { openSocket } from '../harness/live-socket.ts';
import type { LiveSocket } from '../harness/live-socket.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import { startServer } from '../harness/server.ts';
import type { Server } from '../harness/server.ts';
import type { ServerView } from '../harness/server-view.ts';
import { until } from '../harness/until.ts';
import { createDice, seedOfThisRun } from './dice.ts';
import { testTimeoutMs, times } from './form.ts';
import { underLoad } from './load.ts';
import { checkOutcome } from './outcome.ts';
import { startExternalPostgres } from './testing/external-postgres.ts';
import { openWitness } from './witness.ts';

vi.setConfig({ testTimeout: testTimeoutMs });

const dice = createDice(seedOfThisRun());
const witness = openWitness();
const shopkeeper = 'qingniao';
let postgres: Awaited<ReturnType<typeof startExternalPostgres>>;
let balancer: Balancer;
/** The first runs the sandbox programs as long as it lives. */
let first: Server;
let second: Server;
let crashes = 0;

beforeAll(async () => {
  postgres = await startExternalPostgres();
  balancer = await startBalancer();
  const options = { demoOrders: 0, external: postgres, env: { PUBLIC_URL: balancer.url } };
  first = await startServer(options);
  second = await startServer(options);
  balancer.serve([first.url, second.url]);
});

afterAll(async () => {
  witness.close();
  await balancer.close();
  await second.remove();
  await first.remove();
  await postgres.remove();
});

/** Both servers, as merchants see them: one address. */
const house = (): ServerView => ({ ...second.view(), url: balancer.url });

/** A browser of the merchant at each of the servers. */
async function openScreens(servers: readonly Server[]): Promise<LiveSocket[]> {
  const { token = '' } = await enterAs(balancer.url, shopkeeper);
  return Promise.all(servers.map(({ url }) => openSocket(url, { token })));
}

/** Creates a paid order through one server and waits until every screen shows it as paid. */
async function payThrough(server: Server, screens: readonly LiveSocket[]): Promise<void> {
  const merchant = new Merchant(server.url, server.view().account(shopkeeper));
  // A channel whose bank was away with the other server rests before it is asked again: the same order is asked for anew.
  const draft = { order_no: newOrderNo(), amount: '1700.00', method: 'qr' };
  const { id, order_no, amount } = await until(
    'a channel takes the order',
    async () => {
      const answer = await merchant.create(draft);
      return answer.status < 300 && answer.body;
    },
    { withinMs: 90_000, everyMs: 500 },
  );
  witness.saw({ merchant: shopkeeper, order_no, id, amount });
  for (const screen of screens) {
    await until(`the payment of ${order_no} is heard`, () =>
      screen
        .of('order')
        .flatMap((change) => ('orders' in change ? change.orders : []))
        .some((heard) => `col_${heard.id}` === id && heard.status === 'success'),
    );
  }
}

describe('two servers on one PostgreSQL', () => {
  test('they share one sandbox bank, and sockets of both hear what either does', async () => {
    for (const { url } of [first, second]) expect(await new SandboxBank(url).isHealthy()).toBe(true);
    const screens = await openScreens([first, second]);
    await payThrough(first, screens);
    await payThrough(second, screens);
    for (const screen of screens) screen.close();
  });

  test('one of them is killed under load, then the other: the one that is left serves on', async () => {
    const load = await underLoad(house(), dice, witness, async () => {
      for (let round = 1; round <= times(2, 10); round += 1) {
        const [killed, left] = round % 2 === 1 ? [first, second] : [second, first];
        await sleep(dice.whole(1_500, 4_000));
        await killed.kill();
        crashes += 1;
        await until('the bank runs at the one that is left', () => new SandboxBank(left.url).isHealthy());
        const [screen] = await openScreens([left]);
        if (screen === undefined) throw new Error('There is no screen');
        await payThrough(left, [screen]);
        await killed.start();
        screen.close();
      }
      await sleep(dice.whole(1_000, 2_000));
    });
    expect(load.surprises).toEqual([]);
    expect(load.sent).toBeGreaterThan(40);
  });

  test('nothing acknowledged is lost, nothing happened twice, and no order lost its channel', async () => {
    const acknowledged = witness.all();
    const tally = await checkOutcome(house(), acknowledged, crashes);
    process.stdout.write(
      `faults: two servers, ${acknowledged.length} orders over ${crashes} kills: ${JSON.stringify(tally)}\n`,
    );
    await proveBooks(house());
  });
});
