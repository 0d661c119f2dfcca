import { withdrawalRoles } from '@suanpan/contract/endpoints/withdrawal-rules';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import type { ApprovalAct } from '../../approvals/index.ts';
import { throughDoor } from '../refusals-of-doors.ts';
import { ceilingOf } from './rules.queries.ts';
import { setRule } from './rules.store.ts';

/** A rule whole, as its door takes it: the second person agrees to all of it. */
const payload = z.strictObject({
  owner_id: z.string().nullable(),
  role: z.enum(withdrawalRoles).nullable(),
  currency: z.enum(['TWD', 'CNY', 'USD', 'USDT']),
  version: z.number().int(),
  rule: z.record(
    z.string(),
    z.union([
      z.string(),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(z.strictObject({ days: z.array(z.number()), from: z.string(), to: z.string() })),
    ]),
  ),
});
type CeilingRaise = z.output<typeof payload>;

/** More is approved by one person alone: another has to agree to that. */
export const raiseCeilingAct: ApprovalAct<CeilingRaise> = {
  name: 'withdrawals.raiseCeiling',
  payload,
  async preview(tx, { owner_id, role, currency, rule }) {
    const ownerId = owner_id === null ? null : BigInt(owner_id);
    const ceiling = await ceilingOf(tx, { ownerId, role, currency });
    if (ceiling === undefined) throw new Refusal('notFound');
    const wanted = rule['auto_approve_max'];
    const after = typeof wanted === 'string' ? BigInt(wanted) : ceiling.configured;
    return {
      subject: {
        kind: 'withdrawRule',
        id: `${owner_id ?? role} ${currency}`,
        label: `${owner_id ?? role} · ${currency}`,
      },
      agentId: null,
      barred: ownerId === null ? [] : [ownerId],
      rows: [
        {
          field: 'threshold',
          before: formatLedger(ceiling.standing, currency),
          after: formatLedger(after, currency),
        },
        { field: 'rule', before: null, after: told(rule) },
      ],
    };
  },
  async perform(tx, { owner_id, role, currency, version, rule }, by) {
    const change = { ownerId: owner_id === null ? null : BigInt(owner_id), role, currency, version, rule };
    if (!(await throughDoor(setRule(tx, change, by), 'forbidden'))) throw new Refusal('staleEdit');
  },
};

/** A rule as a person reads it, field by field; whatever order its payload is kept in. */
function told(rule: CeilingRaise['rule']): string {
  return Object.entries(rule)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([field, value]) => {
      const text = Array.isArray(value)
        ? value.map(({ days, from, to }) => `${days.join('')} ${from}-${to}`).join(', ')
        : String(value ?? '–');
      return `${field} ${text}`;
    })
    .join('; ');
}
