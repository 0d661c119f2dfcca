import { amountActNames } from '@suanpan/domain/approvals';
import { Refusal } from '@suanpan/domain/errors';
import { approvalMostThreshold } from '@suanpan/domain/limits';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import { z } from 'zod';
import type { ApprovalAct } from '../act.ts';
import { inheritedThreshold, ownThreshold, thresholdOf } from './policy.queries.ts';
import type { PolicyPlace } from './policy.queries.ts';
import { lockAgentName, lockPolicy, saveThreshold } from './policy.store.ts';

const payload = z.strictObject({
  agent_id: z.string().nullable(),
  act: z.enum(amountActNames).nullable(),
  currency: z.enum(Object.keys(currencies) as Currency[]),
  /** Minor units; null takes the threshold of this place away. */
  threshold: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullable(),
  /** What the maker saw in force, in minor units. */
  was: z.string().regex(/^\d{1,18}$/),
});
export type ThresholdChange = z.output<typeof payload>;

/**
 * The policy of four eyes is itself changed by two people. Refuses `thresholdTooHigh` where nobody would be asked any
 * longer, `enterPremiumProxyId`, `invalidState` where nothing would change, and `staleEdit` when another threshold is in
 * force than the maker saw.
 */
export const policyAct: ApprovalAct<ThresholdChange> = {
  name: 'approvals.changeThreshold',
  payload,
  async preview(tx, change) {
    await lockPolicy(tx);
    const place = placeOf(change);
    const { agentId, act, currency } = place;
    const agent = agentId === null ? undefined : await lockAgentName(tx, agentId);
    if (agentId !== null && agent === undefined) throw new Refusal('enterPremiumProxyId');
    const most = mostThreshold(currency);
    const wanted = change.threshold === null ? null : BigInt(change.threshold);
    if (wanted !== null && wanted > most) {
      throw new Refusal('thresholdTooHigh', { params: { most: formatLedger(most, currency), currency } });
    }
    const [before, own] = [await thresholdOf(tx, place), await ownThreshold(tx, place)];
    if (before !== BigInt(change.was)) throw new Refusal('staleEdit');
    if (wanted === (own ?? null)) throw new Refusal('invalidState');
    const after = wanted ?? (await inheritedThreshold(tx, place));
    return {
      subject: {
        kind: 'approvalPolicy',
        id: `${agentId ?? 'all'}:${act ?? 'all'}:${currency}`,
        label: agent === undefined ? currency : `${currency} · ${agent}`,
      },
      // Nobody of a tree agrees to what guards him against himself.
      agentId: null,
      rows: [
        {
          field: wanted === null ? 'thresholdRemoved' : 'threshold',
          before: formatLedger(before, currency),
          after: formatLedger(after, currency),
        },
        ...(act === null ? [] : [{ field: 'act' as const, before: act, after: act }]),
      ],
    };
  },
  perform: (tx, change) =>
    saveThreshold(tx, placeOf(change), change.threshold === null ? null : BigInt(change.threshold)),
};

/** The highest threshold that may be set, in minor units. */
export function mostThreshold(currency: Currency): bigint {
  return parseSignedLedger(approvalMostThreshold[currency], currency);
}

function placeOf({ agent_id, act, currency }: ThresholdChange): PolicyPlace {
  return { agentId: agent_id === null ? null : BigInt(agent_id), act, currency };
}
