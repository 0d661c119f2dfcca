import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import type { ApprovalAct } from '../../approvals/index.ts';
import { lockPrefunded, prefundChannel } from './prefund.store.ts';
import type { Prefund } from './prefund.store.ts';

const payload = z.strictObject({
  channel_account_id: z.string().regex(/^[1-9]\d{0,18}$/),
  amount: z.string().regex(/^[1-9]\d{0,17}$/),
  transfer_ref: z.string().min(1).max(128),
});

/** J20: the platform paid a provider in advance. Two persons of the platform, whatever the amount. */
export const prefundAct: ApprovalAct<Prefund> = {
  name: 'channels.prefund',
  payload,
  async preview(tx, prefund) {
    const account = await lockPrefunded(tx, prefund);
    if (account === undefined) throw new Refusal('notFound');
    if (account.taken) throw new Refusal('alreadyPosted');
    return {
      subject: { kind: 'channel', id: prefund.channel_account_id, label: account.name },
      agentId: null,
      amount: { currency: account.currency, minor: BigInt(prefund.amount) },
      rows: [{ field: 'provider_order_no', before: null, after: prefund.transfer_ref }],
    };
  },
  perform: async (tx, prefund, by) => ({ journalId: await prefundChannel(tx, prefund, by) }),
};
