import { Refusal } from '@suanpan/domain/errors';
import { parseExchangeRate } from '@suanpan/money/exchange';
import { formatRate } from '@suanpan/money/rate';
import { businessNow } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { ApprovalAct } from '../approvals/index.ts';
import { rateChange } from './rate-change.ts';
import type { RateChange } from './rate-change.ts';
import { rateAt } from './rate-at.ts';
import type { RateInForce } from './rate-at.ts';
import { agentName, lockPair, setRate } from './rate.store.ts';

/** Whose rate of a pair: what waits is about it and not about one of its versions. */
export const rateSubject = (agentId: string | null, pair: string): string =>
  `${agentId ?? 'platform'}:${pair}`;

/**
 * A rate decides what everybody's money is worth, so a second person always agrees (reliability §5 C21). Refuses
 * `enterPremiumProxyId`, `invalidState` for a beginning that has passed, and `checkHandlingFee` where a senior agent would give
 * more than the platform gives him.
 */
export const rateAct: ApprovalAct<RateChange> = {
  name: 'rates.set',
  payload: rateChange,
  async preview(tx, change) {
    await lockPair(tx, change);
    const agentId = change.agent_id === null ? null : BigInt(change.agent_id);
    const name = agentId === null ? undefined : await agentName(tx, agentId);
    if (agentId !== null && name === undefined) throw new Refusal('enterPremiumProxyId');
    const now = await businessNow(tx);
    const from = change.valid_from === null ? now : new Date(change.valid_from);
    if (from < now) throw new Refusal('invalidState');
    const [collection, payment] = [
      parseExchangeRate(change.collection_rate),
      parseExchangeRate(change.payment_rate),
    ];
    const house = agentId === null ? null : await inForce(tx, change, null, from);
    if (house !== null && (payment < house.paymentRate || collection > house.collectionRate))
      throw new Refusal('checkHandlingFee');
    const before = await inForce(tx, change, agentId, from);
    const pair = `${change.base}/${change.quote}`;
    return {
      subject: {
        kind: 'exchangeRate',
        id: rateSubject(change.agent_id, pair),
        label: name === undefined ? pair : `${pair} · ${name}`,
      },
      agentId,
      rows: [
        { field: 'pair', before: pair, after: pair },
        {
          field: 'collection_rate',
          before: before === null ? null : formatRate(before.collectionRate),
          after: formatRate(collection),
        },
        {
          field: 'payment_rate',
          before: before === null ? null : formatRate(before.paymentRate),
          after: formatRate(payment),
        },
        ...(change.valid_from === null
          ? []
          : [{ field: 'valid_from' as const, before: null, after: change.valid_from }]),
      ],
    };
  },
  perform: (tx, change, by) => setRate(tx, change, by),
};

/** The rate that a new one follows; null where there is none that could be used. */
async function inForce(
  tx: Tx,
  { base, quote }: RateChange,
  agentId: bigint | null,
  at: Date,
): Promise<RateInForce | null> {
  try {
    return await rateAt(tx, base, quote, agentId, at);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
