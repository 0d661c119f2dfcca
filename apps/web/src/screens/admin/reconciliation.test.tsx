import type { Submission } from '@suanpan/contract/endpoints/approvals';
import { endpoint, type OutputOf } from '@suanpan/contract/endpoint';
import { findNames } from '@suanpan/contract/endpoints/names';
import {
  assignDifference,
  closeReconciliationDay,
  commentDifference,
  differences,
  importReport,
  matchReconciliationDay,
  reconciliationDays,
  reconciliationMapping,
  resolveDifference,
  resolveEffect,
  setReconciliationMapping,
  statementUploadPath,
  type DifferenceRow,
  type ImportReport,
  type ReconciliationDayRow,
} from '@suanpan/contract/endpoints/reconciliation';
import { statementQuery } from '@suanpan/contract/endpoints/statement-query';
import { statementWithinMs } from '@suanpan/domain/limits';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { rowsCome } from '../../../test/grid.ts';
import { renderScreen, type Shown } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { Reconciliation } from './reconciliation.tsx';

const account = { id: '31', name: 'Bank of Sand 1' };
const found: DifferenceRow = {
  id: '7',
  type: 'amount',
  state: 'open',
  channel_account: account,
  day: '2026-11-22',
  currency: 'TWD',
  order: { kind: 'collection', id: '99', no: 'C2611220000000099', status: 'success' },
  line: {
    n: 3,
    kind: 'payment',
    ref: 'CH-77',
    own_no: 'R-99',
    at: '2026-11-22T04:00:00.000Z',
    status: 'done',
  },
  booked_ref: 'CH-77',
  ours: '1850.0000',
  theirs: '1750.0000',
  difference: '-100.0000',
  found_at: '2026-11-22T18:00:00.000Z',
  age_s: 3600,
  assignee: null,
  comments: [{ by: 'Lin', at: '2026-11-22T19:00:00.000Z', text: 'asked the bank' }],
  resolution: null,
  actions: ['writeOff', 'dismiss', 'assign', 'comment'],
};
const page = <Row, Sum>(items: Row[], sum: Sum) => ({
  items,
  page: 1,
  paginate: 20,
  total: items.length,
  next_cursor: null,
  summary: { by_currency: [sum] },
});
const sums = {
  currency: 'TWD' as const,
  count: 1,
  ours: '1850.0000',
  theirs: '1750.0000',
  difference: '-100.0000',
  fee_difference: '0.0000',
};
const differing = reply(differences, () => page([found], sums));
const permissions = [
  'admin.reconciliation.get',
  'admin.reconciliation.create',
  'admin.reconciliation.resolve',
  'admin.reconciliation.close',
  'admin.reconciliation.export',
] as const;

async function choose(screen: Shown, act: string): Promise<void> {
  const row = screen.getByRole('row', { name: /Bank of Sand 1/ });
  await userEvent.click(row.getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: act }));
}

test('a difference is ended as its effect was shown, with a reason and both proofs', async () => {
  const effect: OutputOf<typeof resolveEffect> = {
    currency: 'TWD',
    effect: [
      { field: 'clearing', before: null, after: '-100.0000' },
      { field: 'writtenOff', before: null, after: '+100.0000' },
      { field: 'state', before: 'open', after: 'resolved' },
    ],
    hash: 'as shown',
  };
  const waiting: Submission = { state: 'waiting', approval_id: '5', deciders: { tree: 0, platform: 2 } };
  const line = wire(
    differing,
    reply(resolveEffect, () => effect),
    reply(resolveDifference, () => waiting),
  );
  const screen = await renderScreen(Reconciliation, { permissions });
  await rowsCome(screen.piece);
  for (const said of ['Open', 'Amount differs', 'CH-77', 'Bank of Sand 1', '1,850.00', '-100.00'])
    expect(screen.text()).toContain(said);
  await choose(screen, 'Write off');
  const dialog = screen.getByRole('dialog', { name: 'Write off CH-77' });
  await expect.element(dialog.getByText('1,850.0000 → 1,750.0000 TWD')).toBeVisible();
  await expect.element(dialog.getByText('+100.0000 TWD')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(/^Reason/), 'the bank will not pay');
  await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(dialog.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Write off' }));
  await expect
    .poll(() => line.askedOf(resolveDifference))
    .toEqual([
      {
        id: '7',
        act: 'writeOff',
        effect_hash: 'as shown',
        reason: 'the bank will not pay',
        payment_password: 'secret',
        one_code: '123456',
      },
    ]);
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
});

test('without a difference it says where they come from, and a statement is imported from there', async () => {
  wire(reply(differences, () => ({ ...page([], sums), summary: { by_currency: [] } })));
  const screen = await renderScreen(Reconciliation, { permissions });
  await expect
    .element(screen.getByText(/^No differences. Statements of providers are imported/))
    .toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Import a statement' }).last());
  await expect.element(screen.getByRole('dialog', { name: 'Import a statement' })).toBeVisible();
});

test('how many there are is said as well while the sums are of this page alone', async () => {
  wire(differing);
  const screen = await renderScreen(Reconciliation, { permissions });
  await rowsCome(screen.piece);
  expect(screen.text()).not.toContain('1 total');
  await userEvent.click(screen.getByRole('button', { name: 'Page', exact: true }));
  await expect.poll(() => screen.text()).toContain('1 total');
});

test('who may not import is offered nothing to import', async () => {
  wire(reply(differences, () => ({ ...page([], sums), summary: { by_currency: [] } })));
  const screen = await renderScreen(Reconciliation, { permissions: ['admin.reconciliation.get'] });
  await expect.element(screen.getByText(/^No differences/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import a statement' }).elements()).toEqual([]);
});

test('an effect that cannot be shown is not done', async () => {
  wire(
    differing,
    reply(resolveEffect, () => ({ refused: { code: 400, message: 'The state has changed' } })),
  );
  const screen = await renderScreen(Reconciliation, { permissions });
  await rowsCome(screen.piece);
  await choose(screen, 'Explain and close');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('The state has changed')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(/^Reason/), 'it is the same');
  await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'secret');
  await expect.element(dialog.getByRole('button', { name: 'Explain and close' })).toBeDisabled();
});

test('the drawer shows both sides and what was said, and there a difference is taken on and commented', async () => {
  const line = wire(
    differing,
    reply(assignDifference, () => ({})),
    reply(commentDifference, () => ({})),
  );
  const screen = await renderScreen(Reconciliation, { permissions, search: { open: '7' } });
  const drawer = screen.getByRole('dialog', { name: 'Amount differs' });
  await expect.element(drawer.getByRole('row', { name: /^Amount .*1,850\.0000.*1,750\.0000/ })).toBeVisible();
  await expect.element(drawer.getByRole('row', { name: /^Our no\. C2611220000000099 R-99/ })).toBeVisible();
  await expect.element(drawer.getByText('Payment', { exact: true })).toBeVisible();
  await expect.element(drawer.getByText('asked the bank')).toBeVisible();
  await expect
    .element(drawer.getByRole('link', { name: 'See the order' }))
    .toHaveAttribute('href', '#/wrap/collections.transactions?open=99');
  await userEvent.click(drawer.getByRole('button', { name: 'Take it on' }));
  await expect.poll(() => line.askedOf(assignDifference)).toEqual([{ id: '7', mine: true }]);
  await userEvent.click(drawer.getByRole('button', { name: 'Comment' }));
  await userEvent.fill(screen.getByRole('textbox', { name: 'Comment' }), 'they answered');
  await userEvent.click(
    screen.getByRole('dialog', { name: 'Comment' }).getByRole('button', { name: 'Comment' }),
  );
  await expect.poll(() => line.askedOf(commentDifference)).toEqual([{ id: '7', text: 'they answered' }]);
});

test('what waits for its second person is marked, and nothing else ends it meanwhile', async () => {
  const row: DifferenceRow = {
    ...found,
    waiting_acts: [
      {
        act: 'reconciliation.writeOff',
        asked_at: '2026-11-22T20:00:00.000Z',
        approval_id: '5',
        maker: { id: '1', name: 'Lin' },
        blocks: ['receipt', 'writeOff', 'dismiss'],
      },
    ],
  };
  wire(reply(differences, () => page([row], sums)));
  const screen = await renderScreen(Reconciliation, { permissions, search: { open: '7' } });
  const drawer = screen.getByRole('dialog', { name: 'Amount differs' });
  await expect.element(drawer.getByRole('button', { name: 'Write off' })).toBeDisabled();
  await expect.element(drawer.getByRole('button', { name: 'Take it on' })).toBeEnabled();
  await expect
    .element(drawer.getByRole('link', { name: /Lin/ }))
    .toHaveAttribute('href', '#/wrap/admin.approvals?open=5');
});

test('a difference of states says what each side says', async () => {
  const row: DifferenceRow = {
    ...found,
    type: 'state',
    theirs: '0.0000',
    line: { n: 3, kind: 'payment', ref: 'CH-77', own_no: 'R-99', at: null, status: 'failed' },
  };
  wire(reply(differences, () => page([row], sums)));
  const screen = await renderScreen(Reconciliation, { permissions, search: { open: '7' } });
  const drawer = screen.getByRole('dialog');
  await expect.element(drawer.getByRole('row', { name: /^Status .*Succe.* Failed$/ })).toBeVisible();
});

test('on a phone no number stands in two halves', async () => {
  const long = 'SB8BCCAB7C2DD8AE729A4F';
  const row: DifferenceRow = {
    ...found,
    booked_ref: long,
    line: { n: 3, kind: 'payment', ref: long, own_no: 'C2611280000005745', at: null, status: 'done' },
  };
  wire(reply(differences, () => page([row], sums)));
  const screen = await renderScreen(Reconciliation, {
    permissions,
    search: { open: '7' },
    width: 390,
    height: 844,
  });
  const drawer = screen.getByRole('dialog');
  await expect.element(drawer.getByText('Comments')).toBeInTheDocument();
  const numbers = drawer.getByRole('button', { name: long }).elements();
  expect(numbers.length).toBe(2);
  for (const number of numbers) expect(number.getBoundingClientRect().height).toBeLessThan(30);
});

test('titles that were saved are not asked about when the dialog closes, and the day is written as the product writes it', async () => {
  wire(
    reply(reconciliationDays, () => page([dayRow], sums)),
    reply(findNames, ({ kind }) => (kind === 'collectionAccount' ? [account] : [])),
    reply(reconciliationMapping, () => mapping),
    reply(setReconciliationMapping, () => ({ version: 5 })),
  );
  const screen = await renderScreen(Reconciliation, days);
  await rowsCome(screen.piece);
  await choose(screen, 'Import a statement');
  const dialog = screen.getByRole('dialog');
  const day = dialog.getByRole('textbox', { name: /^Day/ });
  await expect.element(day).toHaveValue('2026-11-22');
  await userEvent.fill(day, '22/11/2026');
  await expect.element(dialog.getByText('Enter a day: yyyy-mm-dd')).toBeVisible();
  await userEvent.fill(day, '');
  await userEvent.click(dialog.getByText('Column titles'));
  await userEvent.fill(dialog.getByLabelText('Amount'), 'sum paid');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }).last());
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => dialog.element().querySelector('[data-kept]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
});

const dayRow: ReconciliationDayRow = {
  id: '3',
  channel_account: account,
  agent: { id: '11', name: 'Hengxin' },
  provider: { id: '2', name: 'Sandbox bank' },
  day: '2026-11-22',
  currency: 'TWD',
  state: 'open',
  lines: 120,
  matched: 117,
  open: 3,
  open_by_type: [
    { type: 'amount', count: 1 },
    { type: 'theirs_only', count: 2 },
  ],
  ours: '1850.0000',
  theirs: '1750.0000',
  difference: '-100.0000',
  files: 1,
  imported_at: '2026-11-22T18:00:00.000Z',
  closed_at: null,
  closed_by: null,
  actions: ['import', 'match', 'close'],
};
const theDays = reply(reconciliationDays, () => page([dayRow], sums));
const days = { permissions, search: { part: 'days' } } as const;

test('a day tells what differs by type, is matched again, leads to its differences and is closed with proof', async () => {
  const line = wire(
    theDays,
    differing,
    reply(matchReconciliationDay, () => ({ open: 2 })),
    reply(closeReconciliationDay, () => ({
      refused: { code: 400, message: 'Differences remain' },
    })),
    reply(findNames, () => [account]),
  );
  const screen = await renderScreen(Reconciliation, days);
  await rowsCome(screen.piece);
  expect(screen.text()).toContain('Amount differs 1 · Theirs only 2');
  await choose(screen, 'Match again');
  await expect
    .poll(() => line.askedOf(matchReconciliationDay))
    .toEqual([{ account: '31', day: '2026-11-22' }]);
  await choose(screen, 'Close the day');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/^Bank of Sand 1 2026-11-22: once closed/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(/^Reason/), 'all is there');
  await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(dialog.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Close the day' }));
  await expect.element(dialog.getByText('Differences remain')).toBeVisible();
  expect(line.askedOf(closeReconciliationDay)).toEqual([
    {
      account: '31',
      day: '2026-11-22',
      reason: 'all is there',
      payment_password: 'secret',
      one_code: '123456',
    },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'See the differences' }));
  await expect
    .poll(() => line.askedOf(differences).at(-1))
    .toMatchObject({ channel_account_id: '31', day: '2026-11-22', state: 'open' });
});

test('a day of which everything agrees leads to its end', async () => {
  wire(reply(reconciliationDays, () => page([{ ...dayRow, open: 0, open_by_type: [] }], sums)));
  const screen = await renderScreen(Reconciliation, days);
  await rowsCome(screen.piece);
  const row = screen.getByRole('row', { name: /Bank of Sand 1/ });
  await userEvent.click(row.getByRole('button', { name: 'Close the day' }));
  await expect.element(screen.getByRole('dialog', { name: 'Close the day' })).toBeVisible();
});

/** Bytes go up, and no JSON: what stands in the query is what is asked. */
const sendStatement = endpoint({
  method: 'POST',
  path: statementUploadPath,
  access: { permission: 'admin.reconciliation.create' },
  input: statementQuery,
  output: importReport,
});
const preview: ImportReport = {
  id: null,
  hash: 'ab',
  currency: 'TWD',
  lines: 2,
  known: 0,
  matched: 0,
  open: 0,
  bad: [],
  bad_count: 0,
  columns: [{ column: 'ref', title: 'charge_no' }],
  totals: { ours: '0.0000', theirs: '3700.0000' },
  state: 'preview',
  closed_by: null,
  closed_at: null,
};
const broken: ImportReport = { ...preview, bad: [{ line: 3, why: 'amount' }], bad_count: 1 };
const taken: ImportReport = { ...preview, id: '9', matched: 1, open: 1, state: 'open' };
const mapping: OutputOf<typeof reconciliationMapping> = {
  provider_id: '2',
  titles: { ref: 'charge_no' },
  version: 4,
  actions: ['set'],
};

test('a statement is looked at before it is imported, and one with a line that cannot be read is not', async () => {
  let isBad = true;
  const given = vi.spyOn(AbortSignal, 'timeout');
  const line = wire(
    theDays,
    reply(findNames, ({ kind }) => (kind === 'collectionAccount' ? [account] : [])),
    reply(reconciliationMapping, () => mapping),
    reply(setReconciliationMapping, () => ({ version: 5 })),
    reply(sendStatement, ({ preview: isLook }) => (isLook === '0' ? taken : isBad ? broken : preview)),
  );
  const screen = await renderScreen(Reconciliation, days);
  await rowsCome(screen.piece);
  await choose(screen, 'Import a statement');
  const dialog = screen.getByRole('dialog');
  await userEvent.upload(dialog.getByLabelText(/^File/), new File(['a'], 'bank.csv', { type: 'text/csv' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Check the file' }));
  await expect.element(dialog.getByText('Lines: 2, in all TWD 3,700.0000')).toBeVisible();
  await expect.element(dialog.getByText('Line 3: the amount cannot be read')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();

  isBad = false;
  await userEvent.click(dialog.getByText('Column titles'));
  await userEvent.fill(dialog.getByLabelText('Amount'), 'sum paid');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => line.askedOf(setReconciliationMapping))
    .toEqual([{ provider: '2', titles: { ref: 'charge_no', amount: 'sum paid' }, version: 4 }]);
  // What was seen before was read under other titles.
  await userEvent.click(dialog.getByRole('button', { name: 'Check the file' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Import', exact: true }));
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  const asked = { channel_account_id: '31', day: '2026-11-22', name: 'bank.csv' };
  // A million lines take longer than other calls may.
  expect(given.mock.calls.filter(([ms]) => ms === statementWithinMs)).toHaveLength(3);
  given.mockRestore();
  expect(line.askedOf(sendStatement)).toEqual(
    ['1', '1', '0'].map((isLook) => ({ ...asked, preview: isLook })),
  );
});

test('whoever may only look is offered no act', async () => {
  wire(
    reply(differences, () => page([{ ...found, actions: [] }], sums)),
    theDays,
  );
  const screen = await renderScreen(Reconciliation, { permissions: ['admin.reconciliation.get'] });
  await rowsCome(screen.piece);
  const row = screen.getByRole('row', { name: /Bank of Sand 1/ });
  expect(row.getByRole('button', { name: 'More' }).elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Export' }).elements()).toEqual([]);
  await userEvent.click(screen.getByText('Days'));
  await expect.poll(() => screen.text()).toContain('Theirs only 2');
  expect(screen.getByRole('button', { name: 'Import a statement' }).elements()).toEqual([]);
});
