import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { differences } from '@suanpan/contract/endpoints/reconciliation';
import type { DifferenceFilter } from './reconciliation.queries.ts';

/** The question as the queries read it. */
export function differenceFilterOf({
  channel_account_id: accountId,
  currency,
  day,
  id,
  search,
  state,
  type,
}: Omit<ParsedInputOf<typeof differences>, 'page' | 'paginate' | 'cursor'>): DifferenceFilter {
  return {
    ...(id !== undefined && { id: BigInt(id) }),
    ...(type !== undefined && { type }),
    ...(state !== undefined && { state }),
    ...(accountId !== undefined && { accountId: BigInt(accountId) }),
    ...(day !== undefined && { day }),
    ...(currency !== undefined && { currency }),
    ...(search !== undefined && search !== '' && { search }),
  };
}
