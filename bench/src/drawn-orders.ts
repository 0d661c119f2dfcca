import { createHash } from 'node:crypto';
import type { PastOrder } from '../../apps/server/src/modules/collections/index.ts';
import { amount, merchantOf } from './orders.ts';
import type { Product } from './product.ts';
import { firstMerchantId } from './tenants.ts';

/** An order to be made, and what becomes of it. */
export interface DrawnOrder {
  readonly order: PastOrder;
  /** paid: settled at once · pending: waits for its payment · unpaid: its time runs out · another: another sum was paid. */
  readonly end: 'paid' | 'pending' | 'unpaid' | 'another';
}

/** All alike, waiting for their payment: what the hot path is measured with. `run` names them. */
export function waitingOrder(product: Product, number: number, hot: boolean, run: string): DrawnOrder {
  const request = product.orderRequest(merchantOf(number, hot), `${run}-${number}`);
  return { order: { ...request, taken: 'bank' }, end: 'pending' };
}

/** Seconds that somebody has who does not pay: shorter than the step from one slice of the past to the next. */
const unpaidLifetimeS = 900;
const payers = 20_000;

/** Every tenth order is the largest merchant's, the others take turns. */
export function filledMerchant(number: number): bigint {
  const turn = number % 10;
  return turn === 0 ? BigInt(firstMerchantId) : merchantOf(Math.floor(number / 10) * 9 + turn - 1, false);
}

/**
 * An order of filled books, always the same for its number: amounts from 100 to 50,000 TWD, payers who come again, four of five
 * paid, and of a thousand four that were paid in another sum.
 */
export function filledOrder(product: Product, number: number): DrawnOrder {
  const dice = createHash('sha256').update(`filled ${number}`).digest();
  const share = dice.readUInt16BE(0) / 65_536;
  const end = share < 0.8 ? 'paid' : share < 0.804 ? 'another' : 'unpaid';
  const payer = dice.readUInt32BE(4) % payers;
  const request = product.orderRequest(filledMerchant(number), `filled-${number}`);
  return {
    end,
    order: {
      ...request,
      amount: (amount / 100n) * BigInt(1 + (dice.readUInt32BE(12) % 500)),
      realName: `Payer ${payer}`,
      payerLast5: String(payer).padStart(5, '0'),
      requestIp: `198.51.${dice[8]}.${dice[9]}`,
      // What lies in the past was told long ago.
      notifyUrl: null,
      taken: 'bank',
      ...(end === 'unpaid' && { lifetimeS: unpaidLifetimeS }),
    },
  };
}
