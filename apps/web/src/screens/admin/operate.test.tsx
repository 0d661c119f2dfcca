import { alertRules, createAlertRule, type AlertRule } from '@suanpan/contract/endpoints/alert-rules';
import { getOperate, runDueWork, setOperate, type OperateView } from '@suanpan/contract/endpoints/operate';
import { getArchive, setArchive, type ArchiveView } from '@suanpan/contract/endpoints/archive';
import { readClock } from '@suanpan/contract/endpoints/demo';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { Operate } from './operate.tsx';

afterEach(() => {
  shown = view;
});

const text = { 'zh-TW': '升級資料庫', 'zh-CN': '升级数据库', en: 'Upgrading the database' };
const view: OperateView = {
  maintenance: { from: '2026-11-22T16:00:00.000Z', to: null, text, is_on: true },
  paused: [
    {
      what: 'payout',
      scope: 'agent',
      id: '7',
      name: 'Star House',
      until: '2026-11-23T16:00:00.000Z',
      reason: 'the bank asked for it',
      by: 'lin',
      at: '2026-11-22T16:00:00.000Z',
    },
    {
      what: 'collection',
      scope: 'all',
      id: null,
      name: null,
      until: null,
      reason: 'all of them',
      by: 'lin',
      at: '2026-11-22T16:00:00.000Z',
    },
  ],
  queues: [
    { name: 'news', depth: 0, oldest_s: null },
    { name: 'callbacks', depth: 1_204, oldest_s: 7_300 },
  ],
  report_replica: null,
  due: [
    { name: 'ledger.prove', due_at: '2026-11-23T16:30:00.000Z', last_at: null, can_run: true },
    { name: 'income.collect', due_at: '2026-12-01T16:30:00.000Z', last_at: null, can_run: false },
  ],
  providers: [{ id: '3', name: 'First Bank' }],
  version: 4,
};
const clock = reply(readClock, () => ({ now: '2026-11-22T16:00:00.000Z', offset_ms: 0, movable: false }));
const alert: AlertRule = {
  id: '1',
  name: 'newsAge',
  shipped: 'newsAge',
  metric: 'queue_age',
  scope: 'news',
  scope_name: null,
  bound: 'over',
  mark: '5',
  min_orders: 1,
  window_min: 30,
  cool_down_min: 60,
  via: ['bell', 'webhook'],
  url: 'https://ops.example.com/hook',
  enabled: true,
  firing: [{ label: 'news', value: '20', told_at: '2026-11-22T16:00:00.000Z' }],
  last_fired_at: '2026-11-22T16:00:00.000Z',
  last_call: '204',
  version: 1,
};
const own: AlertRule = {
  ...alert,
  id: '2',
  name: 'Our bank',
  shipped: null,
  metric: 'balance',
  scope: '7',
  scope_name: 'First Bank',
  via: ['bell'],
  firing: [],
  last_fired_at: null,
  last_call: null,
};
const archive: ArchiveView = {
  online_days: 400,
  exchange_days: 0,
  version: 3,
  archived: { collection: 1_234_567, payout: 89 },
  oldest_online: '2025-10-18T16:00:00.000Z',
  last_run_at: '2026-11-22T15:50:00.000Z',
  next_run_at: '2026-11-22T16:00:00.000Z',
};
const all = [
  'admin.operate.get',
  'admin.operate.update',
  'admin.operate.runJobs',
  'admin.operate.archive',
] as const;
let shown = view;
let became: 'done' | 'running' = 'done';
const open = async (permissions: (typeof all)[number][] = [...all]) => {
  const line = wire(
    reply(getOperate, () => shown),
    reply(setOperate, () => ({ state: 'done' as const, version: 5 })),
    reply(runDueWork, () => ({ state: became })),
    clock,
    reply(getArchive, () => archive),
    reply(setArchive, () => ({ state: 'done' as const, version: 4 })),
    reply(alertRules, () => ({ items: [alert, own], contracts: [{ id: '7', name: 'First Bank' }] })),
    reply(createAlertRule, () => ({ id: '3' })),
  );
  const screen = await renderScreen(Operate, { permissions });
  await expect.element(screen.getByText('the bank asked for it')).toBeVisible();
  return { line, screen };
};
const prove = async (screen: Awaited<ReturnType<typeof open>>['screen'], button: string): Promise<void> => {
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'it is over');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'quiet river stones');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: button, exact: true }));
};

test('what stands still, what waits and what is due are told with whose, why, and since when', async () => {
  const { screen } = await open();
  const said = screen.piece.textContent;
  expect(said).toContain('Upgrading the database');
  expect(said).toContain('Senior agent · Star House');
  expect(said).toContain('until 2026-11-24 00:00:00');
  expect(said).toContain('until lifted');
  await expect.element(screen.getByRole('row', { name: 'Callbacks 1,204 2 h' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'Events 0 none' })).toBeVisible();
});

test.each([
  [{ fault: null, lag_s: 2 }, 'Read from the report replica, 2 s behind'],
  [
    { fault: 'behind', lag_s: 190 },
    'Read from the primary: the report replica is too far behind · 3 min behind',
  ],
  [{ fault: 'away', lag_s: null }, 'Read from the primary: the report replica does not answer'],
] as const)('of a replica for reports %j says whether it is read', async (report_replica, says) => {
  shown = { ...view, report_replica };
  const { screen } = await open();
  await expect.element(screen.getByRole('region', { name: 'Report replica' }).getByText(says)).toBeVisible();
});

test('lifting one pause says again what else stands, and overwrites nothing that changed since', async () => {
  const { line, screen } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Lift' }).first());
  await prove(screen, 'Lift');
  await expect.poll(() => line.askedOf(setOperate)).toHaveLength(1);
  expect(line.askedOf(setOperate)[0]).toMatchObject({
    version: 4,
    maintenance: { from: '2026-11-22T16:00:00.000Z', to: null, text },
    paused: [{ what: 'collection', scope: 'all', id: null, until: null, reason: 'all of them' }],
  });
});

test('what is read anew while somebody types changes nothing of what he agreed to', async () => {
  const { line, screen } = await open();
  const readAnew = async (next: OperateView): Promise<void> => {
    shown = next;
    await queryClient.invalidateQueries({ queryKey: [getOperate.path] });
  };
  await userEvent.click(screen.getByRole('button', { name: 'Lift' }).first());
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  // The first one has ended by itself, and the other stands in its place; somebody changed the rest.
  const [, other] = view.paused;
  await readAnew({ ...view, paused: other ? [other] : [], version: 6 });
  await expect.element(screen.getByText('the bank asked for it')).not.toBeInTheDocument();
  await prove(screen, 'Lift');
  await expect.poll(() => line.askedOf(setOperate)).toHaveLength(1);
  expect(line.askedOf(setOperate)[0]).toMatchObject({ version: 4, paused: [{ what: 'collection' }] });

  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'End maintenance' }));
  await readAnew({ ...view, version: 9 });
  await prove(screen, 'End maintenance');
  await expect.poll(() => line.askedOf(setOperate)).toHaveLength(2);
  expect(line.askedOf(setOperate)[1]).toMatchObject({ version: 6, maintenance: null });
});

test('a pause that came to its end while somebody typed is not asked for again', async () => {
  const { line, screen } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Lift' }).first());
  shown = { ...view, paused: view.paused.slice(0, 1) };
  await prove(screen, 'Lift');
  await expect.poll(() => line.askedOf(setOperate)).toHaveLength(1);
  expect(line.askedOf(setOperate)[0]).toMatchObject({ version: 4, paused: [] });
});

test('a rule that holds says of what, since when, and whether its address heard; a new one is made', async () => {
  const { line, screen } = await open();
  const part = screen.getByRole('region', { name: 'Alerts' });
  await expect.element(part.getByText('Internal events are late')).toBeVisible();
  const said = part.element().textContent;
  for (const words of [
    'Events 20 minutes',
    'The address answered 204',
    'Our bank',
    'First Bank',
    'Not told yet',
  ])
    expect(said).toContain(words);
  expect(part.getByRole('button', { name: 'Delete' }).elements()).toHaveLength(1);
  await userEvent.click(part.getByRole('button', { name: 'New alert' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText(/^Name/), 'Few succeed');
  await userEvent.fill(dialog.getByLabelText(/^Mark/), '40');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => line.askedOf(createAlertRule)).toHaveLength(1);
  expect(line.askedOf(createAlertRule)[0]).toMatchObject({
    name: 'Few succeed',
    metric: 'success_rate',
    scope: null,
    mark: '40',
    via: ['bell'],
    url: null,
  });
});

test('only what may be done now is offered', async () => {
  const { screen } = await open();
  expect(screen.getByRole('button', { name: 'Run now' }).elements()).toHaveLength(1);
});

test.each([
  ['done', 'Done'],
  ['running', 'Still running; this list shows when it is done'],
] as const)('whoever has work done now is told that it is %s', async (state, words) => {
  became = state;
  const told: string[] = [];
  const leave = toasts.listen(({ title }) => told.push(title));
  const { line, screen } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Run now' }).first());
  await prove(screen, 'Run now');
  await expect.poll(() => told).toEqual([words]);
  expect(line.askedOf(runDueWork)).toMatchObject([{ name: 'ledger.prove', reason: 'it is over' }]);
  leave();
});

test('whoever may only look is offered nothing', async () => {
  const { screen } = await open(['admin.operate.get']);
  expect(
    screen
      .getByRole('button', { name: /Lift|Pause|Change|Run now|Unlock|Clear|New alert|Edit|Delete/ })
      .elements(),
  ).toEqual([]);
});

test('the archive tells what it holds, and its periods are set with a reason and proof', async () => {
  const { line, screen } = await open();
  const part = screen.getByRole('region', { name: 'Order archive' });
  await expect.element(part.getByText('1,234,567')).toBeVisible();
  await expect.element(part.getByText('400 days')).toBeVisible();
  await userEvent.click(part.getByRole('button', { name: 'Set up the archive' }));
  const period = screen.getByLabelText(/^Online period/);
  await userEvent.fill(period, '119');
  await userEvent.fill(screen.getByLabelText(/^Exchanges kept/), '90');
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'it is over');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'quiet river stones');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  const save = screen.getByRole('dialog').getByRole('button', { name: 'Save', exact: true });
  await expect.element(save).toBeDisabled();
  await userEvent.fill(period, '365');
  await userEvent.click(save);
  await expect
    .poll(() => line.askedOf(setArchive))
    .toMatchObject([{ online_days: 365, exchange_days: 90, version: 3 }]);
});

test('without the right to set it the archive is only told', async () => {
  const { screen } = await open(['admin.operate.get']);
  await expect.element(screen.getByText('1,234,567')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Set up the archive' }).elements()).toEqual([]);
});
