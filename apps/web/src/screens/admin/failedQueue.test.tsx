import { callbacks } from '@suanpan/contract/endpoints/callbacks';
import { failedJobs, type FailedJobRow } from '@suanpan/contract/endpoints/failed-jobs';
import { sharedPreferences } from '@suanpan/contract/endpoints/preferences';
import {
  createWatch,
  deleteWatch,
  updateWatch,
  watches,
  type Watch,
} from '@suanpan/contract/endpoints/watches';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { dropWaitingPreferences } from '../../lib/preferences.ts';
import { FailedQueue } from './failedQueue.tsx';

const job: FailedJobRow = {
  id: '7',
  job: 'callback.paused',
  subject: 'webhook:7',
  payload: '{}',
  error: 'nobody listens',
  attempts: 8,
  first_at: new Date().toISOString(),
  last_at: new Date().toISOString(),
  state: 'open',
  reason: null,
  operator: null,
  actions: ['retry', 'discard'],
};
const own: Watch = {
  id: '3',
  kind: 'admin.failedQueue',
  name: 'Jobs that wait',
  filter: { state: 'open' },
  search: { state: 'open' },
  window_min: 1_440,
  older_min: 10,
  mark: 2,
  via: ['bell', 'webhook'],
  url: 'https://ops.example/hook',
  found: 4,
  since: new Date().toISOString(),
  last_call: null,
};
const other: Watch = { ...own, id: '4', kind: 'callbacks', name: 'Of another list' };
const replies = [
  reply(failedJobs, () => pageOf([job])),
  reply(callbacks, () => pageOf([])),
  reply(sharedPreferences, () => []),
  reply(watches, () => ({ items: [own, other] })),
  reply(createWatch, () => ({ id: '5' })),
  reply(updateWatch, () => ({})),
  reply(deleteWatch, () => ({})),
] as const;

beforeAll(() => {
  vi.setConfig({ testTimeout: 40_000 });
});
afterEach(() => {
  dropWaitingPreferences();
  vi.unstubAllGlobals();
});

async function offered(search: Record<string, string> = {}) {
  const said = wire(...replies);
  const screen = await renderScreen(FailedQueue, {
    search,
    permissions: ['admin.failedQueue.get', 'callbacks.get'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await userEvent.click(screen.getByRole('button', { name: 'Tell me …' }));
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  return { said, screen };
}

test.each([
  ['jobs that wait for a person', {}, 'admin.failedQueue', { state: 'open' }, 'Failed queue · Open', 1_440],
  [
    'those that were put away',
    { state: 'discarded' },
    'admin.failedQueue',
    { state: 'discarded' },
    'Failed queue · Discarded',
    1_440,
  ],
  [
    'callbacks that nobody took, however long ago they were made',
    { part: 'callbacks' },
    'callbacks',
    { given_up: 'only' },
    'Callback console · Without further attempts only',
    8_640,
  ],
] as const)('one can be told of %s', async (_what, search, kind, asked, name, minutes) => {
  const { said, screen } = await offered(search);
  await userEvent.click(screen.getByRole('button', { name: 'Tell me', exact: true }));
  await expect
    .poll(() => said.askedOf(createWatch)[0])
    .toEqual({
      kind,
      name,
      filter: asked,
      search: asked,
      mark: 0,
      older_min: 0,
      window_min: minutes,
      via: ['bell'],
      url: null,
    });
});

test('what tells is changed where it stands, its search stays, and what was typed of another is there still', async () => {
  const { said, screen } = await offered();
  expect(screen.text()).not.toContain('Of another list');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'A new one');
  await userEvent.click(screen.getByRole('button', { name: 'Edit Jobs that wait' }));
  const mark = screen.getByRole('textbox', { name: 'More than (rows)' });
  await expect.element(mark).toHaveValue('2');
  await userEvent.fill(mark, '');
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.fill(mark, '9');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Webhook' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(updateWatch)[0])
    .toEqual({
      id: '3',
      name: 'Jobs that wait',
      filter: { state: 'open' },
      search: { state: 'open' },
      mark: 9,
      older_min: 10,
      window_min: 1_440,
      via: ['bell'],
      url: null,
    });
  expect(said.askedOf(createWatch)).toEqual([]);
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('A new one');
});

test('what tells is taken away once one has said so', async () => {
  const { said, screen } = await offered();
  await userEvent.click(screen.getByRole('button', { name: 'Delete Jobs that wait' }));
  await expect.element(screen.getByRole('dialog', { name: 'Delete Jobs that wait' })).toBeVisible();
  expect(said.askedOf(deleteWatch)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete', exact: true }));
  await expect.poll(() => said.askedOf(deleteWatch)).toEqual([{ id: '3' }]);
});
