import { createHash } from 'node:crypto';
import { checkedPayments } from '@suanpan/contract/endpoints/payout-setting';
import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import type { ApprovalAct } from '../../approvals/index.ts';
import { checkOf, findRuleOwner } from './setting.queries.ts';
import { editCheck } from './setting.store.ts';

/** The whole check, as its door takes it; a key that is null leaves the one that is kept. */
const payload = z.strictObject({
  customer_id: z.string(),
  enabled: z.boolean(),
  url: z.string(),
  key_sealed: z.string().nullable(),
  applies: z.array(z.enum(checkedPayments)),
  version: z.number().int(),
});
export type CheckChange = z.output<typeof payload>;

const printOf = (sealed: string): string => createHash('sha256').update(sealed).digest('hex').slice(0, 12);

/** Whoever changes it alone could let payouts go that the merchant's own server would have stopped. */
export const reverseCheckAct: ApprovalAct<CheckChange> = {
  name: 'payouts.reverseCheck',
  payload,
  async preview(tx, { applies, customer_id: id, enabled, key_sealed: sealed, url, version }) {
    const merchant = await findRuleOwner(tx, { kind: 'platform' }, BigInt(id));
    if (merchant?.kind !== 'customer') throw new Refusal('notFound');
    const kept = await checkOf(tx, merchant.id);
    if ((kept?.version ?? 0) !== version) throw new Refusal('staleEdit');
    return {
      subject: { kind: 'reverseCheck', id, label: merchant.name },
      agentId: merchant.agent_id,
      rows: [
        {
          field: 'enabled',
          before: kept === undefined ? null : String(kept.enabled),
          after: String(enabled),
        },
        { field: 'url', before: kept?.url ?? null, after: url },
        { field: 'applies', before: kept?.applies.join(', ') ?? null, after: applies.join(', ') },
        ...(sealed === null
          ? []
          : [
              {
                field: 'check_key' as const,
                before: kept === undefined ? null : printOf(kept.key_sealed),
                after: printOf(sealed),
              },
            ]),
      ],
    };
  },
  async perform(tx, { applies, customer_id: id, enabled, key_sealed: keySealed, url, version }, by) {
    const done = await editCheck(tx, BigInt(id), { enabled, url, keySealed, applies, version }, by);
    if (done === undefined) throw new Refusal('staleEdit');
  },
};
