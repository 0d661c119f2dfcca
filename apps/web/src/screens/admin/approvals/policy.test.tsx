import { approvalPolicy, type Threshold } from '@suanpan/contract/endpoints/approval-policy';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cutFigures, headers, rowsCome } from '../../../../test/grid.ts';
import { renderScreen } from '../../../../test/screen.tsx';
import { reply, wire } from '../../../../test/wire.ts';
import { Policy } from './policy.tsx';

const threshold = (source: Threshold['source'], amount: string, agent: Threshold['agent']): Threshold => ({
  agent,
  act: null,
  currency: 'TWD',
  threshold: amount,
  most: '500000.0000',
  source,
});
const items = [
  threshold('own', '200000.0000', null),
  threshold('preset', '0.0000', { id: '501', name: 'North' }),
];

test('thresholds are a list like every other: its source first, figures whole, acts in the row', async () => {
  wire(reply(approvalPolicy, () => ({ items })));
  const { piece, getByRole } = await renderScreen(() => <Policy choice={null} />, {
    search: { part: 'policy' },
  });
  await rowsCome(piece);
  expect(headers(piece).filter(Boolean)).toEqual([
    'Source',
    'Currency',
    'Act',
    'Senior agent',
    'From',
    'Actions',
  ]);
  expect(cutFigures(piece)).toEqual([]);
  const rows = [...piece.querySelectorAll<HTMLElement>('tbody tr[data-key]')];
  expect(rows.map((row) => row.querySelectorAll('[data-tone]').length)).toEqual([1, 1]);
  expect(rows[0]?.textContent).toContain('200,000.00');
  expect(rows[1]?.textContent).toContain('Always');
  // What was set here can be taken away, a preset only be changed.
  expect(rows[1]?.querySelector('[data-act=more]')).toBeNull();
  await userEvent.click(rows[0]?.querySelector('[data-act=more]') ?? expect.fail('there is no menu'));
  await expect.element(getByRole('menuitem', { name: 'Take away' })).toBeVisible();
});
