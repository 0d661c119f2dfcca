import { setTimeout as sleep } from 'node:timers/promises';
import { Merchant, ownPrefix } from '../harness/merchant.ts';
import type { CollectionDraft } from '../harness/merchant.ts';
import type { ServerView } from '../harness/server-view.ts';
import type { Dice } from './dice.ts';
import type { Witness } from './witness.ts';

/** What the sandbox bank makes of an order, by the last two digits of its amount. */
export const endings = {
  '00': 'succeeded',
  '04': 'succeeded',
  '13': 'succeeded',
  '05': 'amount_mismatch',
  '50': 'expired',
} as const;
export type Ending = keyof typeof endings;

/** Mostly paid, now and then told five times, without a word, with another sum, or never. */
const drawn: readonly Ending[] = ['00', '00', '00', '00', '00', '00', '04', '13', '05', '50'];
export const loadMerchants = ['qingniao', 'shanhai', 'xingji', 'zaojiao', 'dianjing', 'hailan'] as const;

/** An order that was sent and not acknowledged: it was made, or it was not. */
interface Unanswered {
  readonly merchant: Merchant;
  readonly draft: CollectionDraft & { readonly order_no: string };
}

export interface Load {
  /** Answers that were neither a success nor an outage, such as a fault of the server: there must be none. */
  readonly surprises: readonly string[];
  /** Requests sent so far. */
  readonly sent: number;
  /** The longest time between two acknowledgements over all clients. */
  readonly longestGapMs: number;
  /** Ends the clients; what was not answered is sent again until it is. */
  finish(): Promise<void>;
}

/** Between two orders of one client: below the rate that a key may have, and few enough to be looked at one by one. */
const pauseMs = [120, 280] as const;
/** How long a client waits with the next order when this one was not answered as it should. */
const usualOutagePauseMs = 500;

/** Does `work` while merchants make orders, and ends them whatever becomes of it. */
export async function underLoad(
  server: ServerView,
  dice: Dice,
  witness: Witness,
  work: () => Promise<void>,
  outagePauseMs = usualOutagePauseMs,
): Promise<Load> {
  const load = startLoad(server, dice, witness, outagePauseMs);
  try {
    await work();
  } catch (error) {
    await load.finish().catch(() => {});
    throw error;
  }
  await load.finish();
  return load;
}

/** Merchants that make orders one after the other, through whatever happens; each success goes to the witness. */
function startLoad(server: ServerView, dice: Dice, witness: Witness, outagePauseMs: number): Load {
  const unanswered: Unanswered[] = [];
  const surprises: string[] = [];
  let running = true;
  let sent = 0;
  let lastAt = performance.now();
  let longestGapMs = 0;

  /** Whether the order is acknowledged now. */
  async function attempt({ merchant, draft }: Unanswered): Promise<boolean> {
    sent += 1;
    try {
      const answer = await merchant.create(draft);
      if (answer.status === 200 || answer.status === 201) {
        const { order_no: orderNo, id, amount } = answer.body;
        witness.saw({ merchant: merchant.account.username, order_no: orderNo, id, amount });
        longestGapMs = Math.max(longestGapMs, performance.now() - lastAt);
        lastAt = performance.now();
        return true;
      }
      // The bank is away, the database is away, or the process is about to go; anything else is a fault.
      const isOutage = [422, 502, 503, 504].includes(answer.status);
      if (!isOutage) surprises.push(`${draft.order_no}: ${answer.status} ${answer.text.slice(0, 200)}`);
    } catch {
      // No answer, or half of one.
    }
    return false;
  }

  async function client(name: string, number: number): Promise<void> {
    const own = dice.of(name);
    const merchant = new Merchant(server.url, server.account(name));
    for (let n = 0; running; n += 1) {
      const draft = {
        order_no: `${ownPrefix}${number}-${name}-${n}`,
        amount: `${own.whole(3, 80)}${own.pick(drawn)}.00`,
        method: 'qr',
      };
      const order = { merchant, draft };
      if (await attempt(order)) {
        await sleep(own.whole(...pauseMs));
      } else {
        unanswered.push(order);
        await sleep(outagePauseMs);
      }
    }
  }

  const run = runs;
  runs += 1;
  const clients = loadMerchants.map((name) => client(name, run));
  return {
    surprises,
    get sent() {
      return sent;
    },
    get longestGapMs() {
      return Math.round(longestGapMs);
    },
    async finish() {
      running = false;
      await Promise.all(clients);
      // A channel whose provider was away rests for half a minute, or a whole one, before it is asked again.
      const patientUntil = performance.now() + 120_000;
      for (const order of unanswered) {
        while (!(await attempt(order))) {
          if (performance.now() > patientUntil)
            throw new Error(`${order.draft.order_no} is never acknowledged`);
          await sleep(250);
        }
      }
    },
  };
}

let runs = 0;
