import { z } from 'zod';
import type { UserGroup } from '@suanpan/domain/access/user-acts';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import { Refusal } from '@suanpan/domain/errors';
import type { ApprovalAct } from '../../approvals/index.ts';
import { resetTwoFactor } from '../../identity/index.ts';
import { lockUserInScope } from '../find/users-in-scope.queries.ts';

const payload = z.strictObject({ user_id: z.string() });
export type TwoFactorReset = z.output<typeof payload>;

/** Each group of users has rights of its own, and the checker needs that of the maker. */
export const resetActNames = {
  parties: 'users.resetTwoFactor',
  managers: 'users.resetTwoFactor',
  ownSubs: 'users.resetOwnSubTwoFactor',
  staffSubs: 'users.resetStaffTwoFactor',
  merchantSubs: 'users.resetMerchantSubTwoFactor',
} as const satisfies Record<UserGroup, ApprovalActName>;

export type ResetActName = (typeof resetActNames)[UserGroup];

/** Takes a second factor away; sessions end and the user is told (reliability §5 C14). */
export const resetAct = (name: ResetActName): ApprovalAct<TwoFactorReset> => ({
  name,
  payload,
  async preview(tx, { user_id }) {
    const user = await lockUserInScope(tx, { kind: 'platform' }, BigInt(user_id));
    if (user === undefined || user.status === 'archived') throw new Refusal('notFound');
    if (!user.totp_bound) throw new Refusal('twoFactorNotBound');
    return {
      subject: { kind: 'user', id: user_id, label: `${user.name} · ${user.username}` },
      // Neither a senior agent nor his own people agree to what concerns himself.
      agentId: user.kind === 'agent' ? null : user.agent_id,
      rows: [{ field: 'twoFactor', before: '2FA', after: null }],
    };
  },
  perform: (tx, { user_id }, { makerId }) => resetTwoFactor(tx, BigInt(user_id), makerId),
});
