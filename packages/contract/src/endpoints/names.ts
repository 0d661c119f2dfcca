import { z } from 'zod';
import type { Permission } from '@suanpan/domain/access/permissions';
import { endpoint } from '../endpoint.ts';
import { id, searchText } from '../fields.ts';

/** What a filter or a form can pick by its name. */
export const nameKinds = [
  'customer',
  'agent',
  'subAgent',
  'merchantOrAgent',
  'collectionChannel',
  'payoutChannel',
  'collectionAccount',
  'payoutAccount',
  'party',
  'operator',
] as const;
export type NameKind = (typeof nameKinds)[number];

/** The screens that ask for one: whoever may open one of them may look up the names in it. */
export const pickingRights: readonly Permission[] = [
  'index.stats.get',
  'index.customers.get',
  'index.stats3.get',
  'index.stats5.get',
  'index.stats6.get',
  'index.stats7.get',
  'index.encryption.get',
  'index.payment.get',
  'index.subagentPaymentFees.get',
  'collections.transactions.get',
  'collections.create.get',
  'collections.private.get',
  'collections.deposit.get',
  'counter.get',
  'payment.transactions.get',
  'payment.apply.get',
  'payment.card.get',
  'callbacks.get',
  'collectionMethod.customers.get',
  'collectionMethod.c_m.get',
  'collectionMethod.customer_c_m_change.get',
  'paymentMethod.customers.get',
  'paymentMethod.customer_p_m.get',
  'users.list.get',
  'users.unList.get',
  'users.staffSubAcc.get',
  'users.customerSubAcc.get',
  'users.create.customer/accountMethod.get',
  'settings.currency_rate.get',
  'admin.reconciliation.get',
  'admin.methods.get',
  'admin.agentCollectionKey.get',
  'admin.agentPaymentKey.get',
  'collectionMethod.agents.get',
  'paymentMethod.agents.get',
  'settings.blockLists.get',
  'settings.firewall.get',
  'admin.approvals.update',
  'admin.pushSystemMsg.get',
];

/** Those whose names say more than an order does: who has a balance, who has rules of his own, who may act. */
export const pickingRightsOf: Readonly<Partial<Record<NameKind, readonly Permission[]>>> = {
  subAgent: ['users.create.customer/accountMethod.get', 'index.general.get', 'index.stats6.get'],
  merchantOrAgent: ['collections.setting.get', 'payment.setting.get'],
  party: [
    'accounting.changelogs.get',
    'collections.deposit.get',
    'withdraws.list.get',
    'withdraws.setting.get',
    'withdraws.fee.get',
    'cashManagement3.get',
  ],
  operator: [
    'admin.operationLogs.get',
    'admin.operationAnalysis.get',
    'cashManagement3.get',
    'settings.shadowUsers.get',
  ],
};

/** At most this many are offered at once; the reader types more of the name. */
export const namesOffered = 20;

/** Names in the caller's own tree, by a part of the name or the whole id; `id` gives one that is chosen already. */
export const findNames = endpoint({
  method: 'POST',
  path: '/names/{kind}/search',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ kind: z.enum(nameKinds), search: searchText.optional(), id: id.optional() }),
  output: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type FoundName = { readonly id: string; readonly name: string };
