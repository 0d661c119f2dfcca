import { proofRuns } from '@suanpan/contract/endpoints/accounting';
import { afterEach, expect, test, vi } from 'vitest';
import { headers, rowsCome } from '../../../test/grid.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { dropWaitingPreferences } from '../../lib/preferences.ts';
import { CheckBalance } from './checkBalance.tsx';

afterEach(() => {
  dropWaitingPreferences();
  vi.unstubAllGlobals();
});

test('earlier runs are listed with what each found, the verdict of the latest stands above', async () => {
  const run = (id: string, breaches: number) => ({
    id,
    started_at: '2026-11-20T18:00:00.000Z',
    finished_at: '2026-11-20T18:00:01.000Z',
    duration_ms: 940,
    passed: breaches === 0,
    started_by: null,
    checks: [
      { name: 'L1', passed: true, examined: 40, breaches: 0, examples: [] },
      { name: 'L2', passed: breaches === 0, examined: 40, breaches, examples: [] },
    ],
    totals: [],
  });
  wire(reply(proofRuns, () => ({ items: [run('3', 0), run('2', 1), run('1', 0)] })));
  const { piece, text } = await renderScreen(CheckBalance);
  await rowsCome(piece);
  expect(text()).toContain('Everything agrees');
  const list = piece.querySelector<HTMLElement>('table[aria-rowcount]') ?? expect.fail('there is no list');
  expect(headers(list)).toEqual(['Result', 'Finished (UTC+8)', 'Run by', 'Checks held', 'Took']);
  const found = [...list.querySelectorAll('tbody tr')].map((row) => [
    row.querySelector('[data-tone]')?.textContent,
    row.children[3]?.textContent,
  ]);
  expect(found).toEqual([
    ['Broken', '1 / 2'],
    ['Holds', '2 / 2'],
  ]);
});
