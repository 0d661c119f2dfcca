import { mayComeSooner } from '@suanpan/domain/settlement';
import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import type { ApprovalAct } from '../../approvals/index.ts';
import { lockUserInScope } from '../find/users-in-scope.queries.ts';
import { readColumns, saveUser } from '../users.store.ts';

/** What is known of a merchant and agreed with him. */
export const merchantFields = [
  'name',
  'phone',
  'email',
  'settle_rule',
  'payout_from_unsettled',
  'api_version',
  'callback_hold_after_8h',
  'notify_via',
] as const;
type MerchantField = (typeof merchantFields)[number];

const payload = z.strictObject({
  user_id: z.string(),
  fields: z.partialRecord(z.enum(merchantFields), z.union([z.string(), z.boolean(), z.null()])),
});
export type MerchantEdit = z.output<typeof payload>;

/** Whether a merchant has his money sooner by an edit than before it: by his rule, or by paying out what is not settled. */
export function givesSooner(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  const { payout_from_unsettled: early, settle_rule: rule } = after;
  return (
    (early === true && before['payout_from_unsettled'] !== true) ||
    (typeof rule === 'string' && mayComeSooner(String(before['settle_rule']), rule))
  );
}

const told = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;

/** An edit by which a merchant has his money sooner: whoever pays it beforehand is the house, so two persons agree. */
export const settleSoonerAct: ApprovalAct<MerchantEdit> = {
  name: 'users.settleSooner',
  payload,
  async preview(tx, { fields, user_id: id }) {
    const user = await lockUserInScope(tx, { kind: 'platform' }, BigInt(id));
    if (user?.kind !== 'customer' || user.status === 'archived') throw new Refusal('notFound');
    const names = merchantFields.filter((name) => fields[name] !== undefined);
    const before = await readColumns(tx, user.id, names);
    return {
      subject: { kind: 'user', id, label: `${user.name} · ${user.username}` },
      agentId: user.agent_id,
      rows: names.map((field) => ({ field, before: told(before[field]), after: told(fields[field]) })),
    };
  },
  perform: (tx, { fields, user_id: id }) =>
    saveUser(tx, BigInt(id), fields as Partial<Record<MerchantField, never>>),
};
