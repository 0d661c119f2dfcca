import type { InputOf } from '@suanpan/contract/endpoint';
import { searchWithdrawals } from '@suanpan/contract/endpoints/withdrawals';
import type { FlatSearch } from '../../lib/flat-search.ts';
import type { List } from '../../lib/use-list.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';

/** Nothing is found: the specification answers that with a code, and the list stands there empty. */
const nothing = {
  items: [],
  page: 1,
  paginate: 20,
  total: 0,
  next_cursor: null,
  summary: { by_currency: [], held: null },
};
const notFound = 404;

/** The withdrawals that the address asks for. */
export function useWithdrawalList(
  toInput: (search: FlatSearch, nowMs: number) => InputOf<typeof searchWithdrawals>,
): List<typeof searchWithdrawals> {
  const asked = useScreenList(searchWithdrawals, toInput);
  return asked.fault?.code === notFound ? { ...asked, fault: null, data: nothing } : asked;
}
