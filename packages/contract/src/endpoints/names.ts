import { z } from 'zod';
import type { Permission } from '@suanpan/domain/access/permissions';
import { endpoint } from '../endpoint.ts';
import { id, searchText } from '../fields.ts';

/** What a filter can pick by its name. */
export const nameKinds = [
  'customer',
  'agent',
  'collectionChannel',
  'payoutChannel',
  'party',
  'operator',
] as const;
export type NameKind = (typeof nameKinds)[number];

/** The lists that have such a filter: whoever may read one of them may look up the names in it. */
export const pickingRights: readonly Permission[] = [
  'collections.transactions.get',
  'payment.transactions.get',
  'users.list.get',
  'users.unList.get',
  'users.staffSubAcc.get',
  'users.customerSubAcc.get',
];

/** Whoever has a balance, and whoever may act: for the lists that name them. */
export const pickingRightsOf: Readonly<Partial<Record<NameKind, readonly Permission[]>>> = {
  party: ['accounting.changelogs.get'],
  operator: ['admin.operationLogs.get', 'admin.operationAnalysis.get'],
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
