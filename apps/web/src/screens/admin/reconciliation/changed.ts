import { differences, reconciliationDays } from '@suanpan/contract/endpoints/reconciliation';
import { queryClient } from '../../../lib/query-client.ts';

/** What differs and how a day stands change together: both lists are read again. */
export async function reconciliationChanged(): Promise<void> {
  await Promise.all(
    [differences, reconciliationDays].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  );
}
