import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { requestExport } from '@suanpan/contract/endpoints/exports';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ShownColumns } from '../../kit/shown-columns.ts';
import { ownQueries } from '../../lib/own-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ExportButton } from './export-button.tsx';

test('the file is ordered with the columns of the grid in their order, each with what it shows besides', async () => {
  const line = wire(
    reply(searchCollections, () => ({
      items: [],
      page: 1,
      paginate: 1,
      total: 7,
      next_cursor: null,
      summary: { by_currency: [], success_rate: null },
    })),
    reply(requestExport, () => ({ refused: { code: 21801, message: 'Enough for now' } })),
  );
  const shown = ['fee', 'status', 'order_amount', 'channel'];
  const screen = await renderScreen(() => (
    <ShownColumns value={shown}>
      <ExportButton kind="collections.transactions" endpoint={searchCollections} toInput={() => ({})} />
    </ShownColumns>
  ));
  queryClient.setQueryData(ownQueries.permissions.queryKey, [
    'collections.transactions.export',
    'collections.transactions.get',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(screen.getByRole('button', { name: 'Start export' }));
  await expect
    .poll(() => line.askedOf(requestExport).at(-1)?.columns)
    .toEqual(['fee', 'status', 'order_amount', 'currency', 'channel', 'is_test']);
});
