import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkoutView } from '@suanpan/contract/endpoints/checkout';
import { parseSignedLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import { givenNames, products, surnames } from '../demo-names.ts';
import { demoMerchants } from '../tenants/demo-tenants.ts';
import { createDice } from '../dice.ts';
import { paidByHand } from '../tenants/demo-channels.ts';
import type { Dice } from '../dice.ts';
import { letOneGo } from './let-go.ts';
import type { LetGoDeps } from './let-go.ts';
import { listLiveKeys } from './live.queries.ts';
import { payOthers } from './pay-others.ts';
import { createShopClient } from './shop-client.ts';
import type { ShopClient } from './shop-client.ts';

export type LiveStreamDeps = LetGoDeps;

export interface LiveStream {
  /** Ends at once; a request under way is abandoned. */
  stop(): Promise<void>;
}

/** Milliseconds between two orders. */
const pauseMs = [4_000, 12_000] as const;
/** How long a payer looks at the page before he chooses. */
const ponderMs = [800, 2_500] as const;

/**
 * The last two digits tell the sandbox bank what becomes of the order (merchant API §6): mostly paid at once; now
 * and then never paid, notified often, another sum, or paid without a word; 50 waits for somebody at the console.
 */
const endings = [0, 2, 4, 5, 13, 50];
const endingWeights = [80, 6, 4, 4, 3, 3];
/** Of so many orders one is followed by a payout. */
const payoutShare = 0.25;
/** The rows of the file of each tree have their ends by then, and those that are to wait do. */
const lettingGoAfter = 7;
const namedShare = 0.3;
const leavesShare = 0.04;

const created = z.object({ checkout_url: z.string() });
const tokenIn = /[?&]t=([A-Za-z0-9_-]+)/;

/**
 * A gentle stream of orders through the front door: a random merchant opens one with his key, and mostly a payer
 * opens its page and chooses how to pay. One at a time; what fails is left behind.
 */
export function startLiveStream(deps: LiveStreamDeps): LiveStream {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = ([from, to]: readonly [number, number]): Promise<void> =>
    sleep(randomInt(from, to + 1), undefined, { signal, ref: false });

  async function one(): Promise<void> {
    const dice = createDice(randomUUID());
    const keys = new Map((await listLiveKeys(deps.db.app, 'collect')).map((row) => [row.username, row]));
    const open = demoMerchants.filter(({ username }) => keys.has(username));
    const merchant = open[dice.weigh(open.map(({ volume }) => volume))];
    const key = merchant && keys.get(merchant.username);
    if (merchant === undefined || key === undefined) return;
    const client = createShopClient({
      origin: deps.origin,
      key: key.key,
      secret: deps.vault.open(key.secret_sealed, 'api_key.secret'),
      clock: deps.clock,
      signal,
    });
    const name = `${dice.pick(surnames)}${dice.pick(givenNames)}`;
    const isNamed = merchant.currency === 'TWD' && dice.chance(namedShare);
    const order = await client.post('/api/v2/collections', {
      order_no: `${merchant.username.slice(0, 2).toUpperCase()}-${deps.clock.now().getTime().toString(36).toUpperCase()}`,
      amount: drawAmount(dice, merchant.typical),
      currency: merchant.currency,
      product_name: dice.pick(products[merchant.username] ?? ['']),
      payer: { name, ip: `114.32.${dice.whole(0, 255)}.${dice.whole(1, 254)}` },
      ...(isNamed && { method: dice.pick(['qr', 'card', 'bank_transfer']) }),
    });
    if (isNamed) return;
    await rest(ponderMs);
    if (!dice.chance(leavesShare)) await choose(client, created.parse(order).checkout_url, dice, name);
  }

  const running = (async () => {
    for (let round = 0; !signal.aborted; round += 1) {
      try {
        await rest(pauseMs);
        await one();
        if (round === lettingGoAfter) await letOneGo(deps);
        const dice = createDice(randomUUID());
        if (dice.chance(payoutShare)) await payOthers(deps, dice, signal);
      } catch (error) {
        if (!signal.aborted)
          deps.log.debug({ err: error }, 'an order or a payout of the demo stream did not come about');
      }
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** What a payer does on his page: takes one of the methods that it offers. */
async function choose(client: ShopClient, checkoutUrl: string, dice: Dice, name: string): Promise<void> {
  const token = tokenIn.exec(checkoutUrl)?.[1] ?? '';
  const view = checkoutView.parse(await client.pay('GET', `/api/checkout/${token}`));
  const amount = parseSignedLedger(view.pay_amount, view.currency);
  const fitting = view.methods.filter(
    ({ code, min, max }) =>
      !paidByHand.includes(code) &&
      (min === null || parseSignedLedger(min, view.currency) <= amount) &&
      (max === null || amount <= parseSignedLedger(max, view.currency)),
  );
  if (fitting.length === 0) return;
  const method = dice.pick(fitting);
  await client.pay('POST', `/api/checkout/${token}/method`, {
    method: method.code,
    ...(method.needs_name && { name }),
  });
}

function drawAmount(dice: Dice, typical: number): string {
  const hundreds = Math.max(1, Math.round((typical * dice.pick([0.5, 0.8, 1, 1, 1.3, 2, 3])) / 100));
  return String(hundreds * 100 + (endings[dice.weigh(endingWeights)] ?? 0));
}
