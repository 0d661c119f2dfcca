import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startBalancer } from '../harness/balancer.ts';
import type { Balancer } from '../harness/balancer.ts';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import { startServer } from '../harness/server.ts';
import type { Server, ServerOptions } from '../harness/server.ts';
import type { ServerView } from '../harness/server-view.ts';
import { until } from '../harness/until.ts';
import { createDice, seedOfThisRun } from './dice.ts';
import { testTimeoutMs } from './form.ts';
import { underLoad } from './load.ts';
import { checkOutcome } from './outcome.ts';
import { startExternalPostgres } from './testing/external-postgres.ts';
import { findFormer, layOutFormer } from './testing/former-version.ts';
import type { FormerVersion } from './testing/former-version.ts';
import { openWitness } from './witness.ts';

vi.setConfig({ testTimeout: testTimeoutMs });

const found = findFormer();
const dice = createDice(seedOfThisRun());
const witness = openWitness();
const shopkeeper = 'qingniao';
let former: FormerVersion;
let postgres: Awaited<ReturnType<typeof startExternalPostgres>>;
let balancer: Balancer;
let options: ServerOptions;
let old: Server;
let fresh: Server;

const house = (): ServerView => ({ ...fresh.view(), url: balancer.url });

/** The migrations that the database has run, in their order. */
async function migrated(server: Server): Promise<string[]> {
  const admin = openAdmin(server.view());
  try {
    return (await admin.query<{ name: string }>('SELECT name FROM migration ORDER BY name')).map(
      (row) => `${row.name}.sql`,
    );
  } finally {
    await admin.close();
  }
}

/** An order that is made and paid by way of one server alone. */
async function payThrough(server: Server): Promise<void> {
  const merchant = new Merchant(server.url, server.view().account(shopkeeper));
  const draft = { order_no: newOrderNo(), amount: '1700.00', method: 'qr' };
  // A channel whose bank changed hands rests before it is asked again: the same order is asked for anew.
  const { amount, id, order_no } = await until(
    'a channel takes the order',
    async () => {
      const answer = await merchant.create(draft);
      return answer.status < 300 && answer.body;
    },
    { withinMs: 90_000, everyMs: 500 },
  );
  witness.saw({ merchant: shopkeeper, order_no, id, amount });
  await until('it is paid', async () => (await merchant.read(id)).status === 'succeeded');
}

describe.skipIf(found === undefined)(
  'a new version beside the former one (needs git and its history)',
  () => {
    beforeAll(async () => {
      if (found === undefined) return;
      former = layOutFormer(found);
      postgres = await startExternalPostgres('nothing');
      balancer = await startBalancer();
      options = { demoOrders: 0, external: postgres, env: { PUBLIC_URL: balancer.url } };
      old = await startServer({ ...options, root: former.root });
      balancer.serve([old.url]);
    });

    afterAll(async () => {
      witness.close();
      await balancer?.close();
      await fresh?.remove();
      await old?.remove();
      await postgres?.remove();
      former?.remove();
    });

    test('it migrates under the load of the former one, takes over from it, and gives back to it', async () => {
      const before = await migrated(old);
      expect(before.filter((name) => former.added.includes(name))).toEqual([]);
      const load = await underLoad({ ...old.view(), url: balancer.url }, dice, witness, async () => {
        await payThrough(old);
        fresh = await startServer(options);
        expect(await migrated(fresh)).toEqual([...before, ...former.added]);

        balancer.serve([old.url, fresh.url]);
        await payThrough(old);
        await payThrough(fresh);
        await sleep(dice.whole(1_000, 2_000));

        balancer.serve([fresh.url]);
        await old.stop();
        await until('the bank runs at the new one', () => new SandboxBank(fresh.url).isHealthy());
        await payThrough(fresh);

        // Whoever does not like the new version goes back: the former one starts on the database as it is now.
        await old.start();
        balancer.serve([old.url, fresh.url]);
        await payThrough(old);
        await payThrough(fresh);
      });
      expect(load.surprises).toEqual([]);
      expect(load.sent).toBeGreaterThan(40);
    });

    test('nothing acknowledged is lost, nothing happened twice, and the books agree', async () => {
      const acknowledged = witness.all();
      const tally = await checkOutcome(house(), acknowledged, 1);
      process.stdout.write(
        `faults: ${former.added.join(', ')} beside ${former.commit.slice(0, 8)}, ${acknowledged.length} orders: ${JSON.stringify(tally)}\n`,
      );
      await proveBooks(house());
    });
  },
);
