import { setTimeout as sleep } from 'node:timers/promises';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import type { Server } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import type { Dice } from '../faults/dice.ts';
import type { Witness } from '../faults/witness.ts';
import type { Cluster } from './testing/cluster.ts';
import { leaveBehind, lostRows } from './left-behind.ts';

/** How a primary is lost: everything on its machine ends at once, or the network to it. */
export type Way = 'killed' | 'cut off';

/** One loss of the primary, in milliseconds since it happened. */
export interface Loss {
  readonly way: Way;
  readonly machine: string;
  /** Another machine says of itself that it is the primary. */
  readonly promotedMs: number;
  /** Both servers have acknowledged an order. */
  readonly acknowledgedMs: number;
  /** Both of these orders are paid and settled. */
  readonly servingMs: number;
  /** The lost machine follows the new primary, and another loss would cost nothing. */
  readonly wholeMs: number;
  /** Machines that did not come back by themselves and were copied anew, as an operator would. */
  readonly copied: readonly string[];
  /** Rows that the lost machine acknowledged after it was lost, by itself. */
  readonly alone: number;
  /** Rows that it acknowledged at any time and that are gone. */
  readonly lost: number;
}

const shopkeeper = 'qingniao';
/** Longer than may be, so that the figure is seen and not only missed. */
const giveUpMs = 300_000;
/** By then a machine that comes back is there. */
const byItselfMs = 120_000;

/** Takes the primary away while merchants make orders, waits until the house serves again, and brings the machine back. */
export async function lose(
  way: Way,
  house: { readonly cluster: Cluster; readonly servers: readonly Server[]; readonly dice: Dice },
  witness: Witness,
): Promise<Loss> {
  const { cluster, dice, servers } = house;
  const { machine } = await until('there is a primary', () => cluster.primary());
  let isLost = false;
  const left = leaveBehind(cluster, machine, () => isLost);
  await sleep(dice.whole(1_500, 4_000));

  const began = performance.now();
  const since = (): number => Math.round(performance.now() - began);
  const gone = way === 'killed' ? machine.kill() : machine.cutOff();
  isLost = true;
  const promoted = until('another machine is the primary', () => cluster.primary(machine), {
    withinMs: giveUpMs,
  }).then(since);
  await gone;
  const served = Promise.all(servers.map((server) => payThrough(server, witness, since)));
  const [promotedMs, each] = await Promise.all([promoted, served]);
  const [acknowledgedMs, servingMs] = [
    Math.max(...each.map(({ acknowledgedMs: ms }) => ms)),
    Math.max(...each.map(({ settledMs: ms }) => ms)),
  ];
  // For as long as an old lease could have lasted, and again: whoever went on by himself would have done so by now.
  if (way === 'cut off') await sleep(Math.max(0, 40_000 - since()));
  const { toldSince } = left;
  const told = await left.stop();

  if (way === 'killed') machine.start();
  else machine.reconnect();
  const copied = await cluster.whole(byItselfMs).then(
    () => [],
    () => cluster.copyAnew(),
  );
  await cluster.whole(giveUpMs);
  const wholeMs = since();
  const lost = await lostRows(cluster, told);
  return {
    way,
    machine: machine.name,
    promotedMs,
    acknowledgedMs,
    servingMs,
    wholeMs,
    copied,
    alone: way === 'killed' ? 0 : toldSince,
    lost: lost.length,
  };
}

/**
 * An order that is made and paid by way of one server alone; its merchant repeats it until he has his answer. Its payer pays at
 * once: those of the bank think for two to five seconds, in which the house has nothing to do.
 */
async function payThrough(
  server: Server,
  witness: Witness,
  since: () => number,
): Promise<{ readonly acknowledgedMs: number; readonly settledMs: number }> {
  const merchant = new Merchant(server.url, server.view().account(shopkeeper));
  const draft = { order_no: newOrderNo(), amount: '1700.00', method: 'qr' };
  const patience = { withinMs: giveUpMs, everyMs: 200 };
  const { amount, id, order_no } = await until(
    `an order is acknowledged by ${server.url}`,
    async () => {
      const answer = await merchant.create(draft);
      return answer.status < 300 && answer.body;
    },
    patience,
  );
  const acknowledgedMs = since();
  witness.saw({ merchant: shopkeeper, order_no, id, amount });
  const payment = await until('it can be paid', async () => (await merchant.read(id)).payment, patience);
  if (payment.type !== 'qr') throw new Error(`It is to be paid by ${payment.type}`);
  await new SandboxBank(server.url).scanAndPay(payment.content);
  await until('it is paid', async () => (await merchant.read(id)).status === 'succeeded', patience);
  return { acknowledgedMs, settledMs: since() };
}
