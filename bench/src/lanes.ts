import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { drive } from './callers.ts';
import type { Measured } from './callers.ts';
import { amount, merchantOf } from './orders.ts';
import type { ReadyOrder } from './orders.ts';
import type { Product } from './product.ts';

/** Of every fifty calls one repeats the number of the call before it. */
const repeatEvery = 50;

/** The hot path through the product's own lanes, called as busy merchants and providers do. */
export interface Lanes {
  /** Settles until the time is over or the orders are. */
  settle(orders: readonly ReadyOrder[], seconds: number): Promise<Measured>;
  /** Creates until the time is over or `most` were asked for; `run` keeps the order numbers of two calls apart. */
  create(run: string, seconds: number, most?: number): Promise<Measured>;
  close(): Promise<void>;
}

export function openLanes(product: Product, database: Database): Lanes {
  const settleLane = product.openSettleLane(database);
  const createLane = product.openCreateLane(database);
  return {
    settle(orders, seconds) {
      let next = 0;
      return drive(seconds, async () => {
        const order = orders[next++];
        if (order === undefined) return false;
        const outcome = await settleLane.submit({
          ...order,
          partyIds: [order.customerId, order.agentId],
          channelAccountId: 1n,
          paidAmount: amount,
          providerOrderNo: `P${order.orderId}`,
          lateAllowed: false,
          requestId: 'bench',
        });
        if (outcome !== 'settled') throw new Error(`Order ${order.orderId} answered ${outcome}`);
        return true;
      });
    },
    create(run, seconds, most = Infinity) {
      let next = 0;
      return drive(seconds, async () => {
        const number = next++;
        if (number >= most) return false;
        const order = number % repeatEvery === 1 ? number - 1 : number;
        const { outcome } = await createLane.submit(
          product.orderRequest(merchantOf(order, false), `${run}-${order}`),
        );
        if (outcome === 'conflict') throw new Error(`Order ${run}-${order} was taken for another`);
        return true;
      });
    },
    async close() {
      await Promise.all([settleLane.close(), createLane.close()]);
    },
  };
}
