import { rateAct } from '../../modules/rates/index.ts';
import { businessNow } from '../../platform/clock.ts';
import { newRequestId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { rateReason } from '../demo-names.ts';

interface DemoRate {
  /** Days after the history's beginning. */
  readonly day: number;
  /** The platform's, without one. */
  readonly agent?: string;
  readonly collection: string;
  readonly payment: string;
}

/** TWD for one USDT, as the market went that month; a senior agent gives a little less. */
const rates: readonly DemoRate[] = [
  { day: 0, collection: '31.42', payment: '31.78' },
  { day: 0, agent: 'agent.yitong', collection: '31.35', payment: '31.86' },
  { day: 9, collection: '31.55', payment: '31.9' },
  { day: 9, agent: 'agent.yitong', collection: '31.48', payment: '31.98' },
  { day: 17, collection: '31.38', payment: '31.74' },
  { day: 24, collection: '31.61', payment: '31.95' },
];
const dayMs = 86_400_000;

/**
 * The exchange rates of the demo's history, each from its day, laid by an administrator as one is laid: the same act, which checks it,
 * and the same door. Where the history begins they all lie ahead.
 */
export async function seedRates(tx: Tx, ids: ReadonlyMap<string, bigint>): Promise<void> {
  const makerId = ids.get('admin.lin');
  if (makerId === undefined) throw new Error('nobody of the demo lays rates');
  const began = (await businessNow(tx)).getTime();
  for (const { agent, collection, day, payment } of rates) {
    const change = {
      agent_id: agent === undefined ? null : String(ids.get(agent)),
      base: 'USDT',
      quote: 'TWD',
      collection_rate: collection,
      payment_rate: payment,
      valid_from: day === 0 ? null : new Date(began + day * dayMs).toISOString(),
      allow_loss: false,
    } as const;
    await rateAct.preview(tx, change);
    await rateAct.perform(tx, change, {
      makerId,
      checkerId: null,
      approvalId: null,
      reason: rateReason,
      requestId: newRequestId(),
    });
  }
}
