import { downloadTicket } from '@suanpan/contract/endpoints/exports';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import {
  addFinishedExport,
  finishedExports,
  forgetFinishedExports,
} from '../../parts/export/finished-exports.ts';
import { useFetchExport } from '../../parts/export/use-fetch-export.ts';
import { ExportTray } from './export-tray.tsx';

const fileOf = (list: string): string => `0123456789abcdef0123456789abcdef-${list}-20261122.csv`;
const [orders, payouts] = [fileOf('collections.transactions'), fileOf('payment.transactions')];

beforeEach(() => {
  forgetFinishedExports();
});

test('what is put off stays put off in another tab and after a reload, and the next one is still told', async () => {
  addFinishedExport(orders);
  const first = await renderScreen(() => <ExportTray />);
  await userEvent.click(first.getByRole('button', { name: 'Later' }));
  await expect.poll(() => first.piece.querySelector('[role=dialog]')).toBeNull();
  await first.unmount();
  // A page that was loaded anew knows no more than what the browser keeps.
  const again = await renderScreen(() => <ExportTray />);
  expect(again.piece.querySelector('[role=dialog]')).toBeNull();
  expect(localStorage.getItem('suanpan.exports.later')).toBe(JSON.stringify([orders]));
  addFinishedExport(payouts);
  await expect
    .poll(() => again.piece.querySelector('[role=dialog]')?.textContent)
    .toMatch(/payment.transactions.*1/);
});

/** As the list of downloads fetches it. */
function Elsewhere({ file }: { file: string }) {
  const fetching = useFetchExport();
  return <button onClick={() => fetching.mutate(file)}>Fetch</button>;
}

test('a file that is gone is not offered for ever, nor one that was fetched elsewhere', async () => {
  addFinishedExport(orders);
  wire(reply(downloadTicket, () => ({ refused: { code: 404, message: 'Not found' } })));
  const { getByRole } = await renderScreen(() => <Elsewhere file={orders} />);
  await userEvent.click(getByRole('button', { name: 'Fetch' }));
  await expect.poll(finishedExports).toEqual([]);
});
