import type { OutputOf } from '@suanpan/contract/endpoint';
import { proofRuns, runProof } from '@suanpan/contract/endpoints/accounting';
import { ownQueries } from '../../lib/own-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { CheckBalance } from './checkBalance.tsx';

test('before the first run it says what it does, when it runs and that it has not, and runs on a click', async () => {
  const runs: OutputOf<typeof runProof>[] = [];
  const proof: OutputOf<typeof runProof> = {
    id: '1',
    started_by: 'lin',
    started_at: '2026-11-22T02:00:00.000Z',
    finished_at: '2026-11-22T02:00:01.000Z',
    duration_ms: 1_000,
    passed: true,
    checks: [],
    accounts: [],
    totals: [],
    outside: null,
  };
  wire(
    reply(proofRuns, () => ({ items: runs })),
    reply(runProof, () => {
      runs.push(proof);
      return proof;
    }),
  );
  const screen = await renderScreen(CheckBalance);
  queryClient.setQueryData(ownQueries.permissions.queryKey, ['admin.checkBalance.create']);
  await expect.element(screen.getByText('Not checked yet')).toBeVisible();
  expect(screen.piece.textContent).toContain('It runs every day at 0:30 (UTC+8)');
  await userEvent.click(screen.getByRole('button', { name: 'Run the first check' }));
  await expect.element(screen.getByText('Last checked 2026-11-22 10:00:01, in 1 s')).toBeVisible();
  expect(screen.getByText('Not checked yet').elements()).toEqual([]);
});
