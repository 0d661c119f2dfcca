import {
  backups,
  backupTicket,
  makeBackup,
  scheduleBackups,
  verifyBackup,
  type BackupRow,
} from '@suanpan/contract/endpoints/backups';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { rowsCome } from '../../../test/grid.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { Backups } from './backup.tsx';

const made: BackupRow = {
  id: '7',
  kind: 'physical',
  state: 'completed',
  note: 'before the upgrade',
  made_by: null,
  asked_at: '2026-11-22T18:00:00.000Z',
  started_at: '2026-11-22T18:00:01.000Z',
  finished_at: '2026-11-22T18:00:09.000Z',
  file: 'suanpan-20261122T180001Z-7.backup',
  bytes: 48_200_000,
  lsn: '0/5000158',
  error: null,
  verify_state: null,
  verified_at: null,
  verified: null,
  actions: ['verify', 'download'],
};
const answer = (summary: Partial<OutputOf<typeof backups>['summary']> = {}): OutputOf<typeof backups> => ({
  items: [made],
  page: 1,
  paginate: 20,
  total: 1,
  next_cursor: null,
  summary: {
    duty: 'us',
    archiver: null,
    schedule: { at: '03:30', keep: 5, version: 2 },
    ...summary,
  },
});
const permissions = ['admin.backup.get', 'admin.backup.create', 'admin.backup.verify'] as const;

test('each copy tells its size, whether it was tried and by whom it was made, above when the next one is due', async () => {
  wire(reply(backups, () => answer()));
  const { piece, text } = await renderScreen(Backups, { permissions });
  await rowsCome(piece);
  for (const said of [
    'Complete',
    '48.2 MB',
    'Not tried',
    'Schedule',
    'Daily at 03:30 (UTC+8); the newest 5 are kept, and the last restorable one',
  ])
    expect(text()).toContain(said);
});

test('how a copy is restored is told with its file, and that it was not tried', async () => {
  wire(reply(backups, () => answer()));
  const screen = await renderScreen(Backups, { permissions });
  await rowsCome(screen.piece);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Restore' }));
  const dialog = screen.getByRole('dialog', { name: 'Restore' });
  await expect.element(dialog.getByText(/Verify it before you restore it/)).toBeVisible();
  const command =
    'npm run restore -- DATA_DIR/backups/suanpan-20261122T180001Z-7.backup --reason="…" --replace';
  expect(dialog.getByRole('button', { name: command }).element()).toHaveAttribute('data-copy', command);
});

test('a copy is asked for, tried and scheduled as it was typed', async () => {
  const line = wire(
    reply(backups, () => answer()),
    reply(makeBackup, () => ({ id: '8' })),
    reply(verifyBackup, () => ({})),
    reply(scheduleBackups, () => ({ version: 3 })),
  );
  const screen = await renderScreen(Backups, { permissions });
  await rowsCome(screen.piece);
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
  await userEvent.fill(screen.getByLabelText(/^Note/), 'tonight');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Back up now' }));
  await expect.poll(() => line.askedOf(makeBackup)).toEqual([{ note: 'tonight' }]);
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  await userEvent.fill(screen.getByLabelText(/^Time of day/), '');
  await userEvent.fill(screen.getByLabelText(/^Copies kept/), '9');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Schedule' }));
  await expect.poll(() => line.askedOf(scheduleBackups)).toEqual([{ at: null, keep: 9, version: 2 }]);
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Verify' }));
  await expect.poll(() => line.askedOf(verifyBackup)).toEqual([{ id: '7' }]);
});

test('a copy is fetched by whoever proves himself and says why', async () => {
  const line = wire(
    reply(backups, () => ({ ...answer(), items: [{ ...made, actions: ['download' as const] }] })),
    reply(backupTicket, () => ({ url: 'data:application/octet-stream,copy' })),
  );
  const screen = await renderScreen(Backups, { permissions: [...permissions, 'admin.backup.download'] });
  await rowsCome(screen.piece);
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  const dialog = screen.getByRole('dialog', { name: 'Download' });
  await expect.element(dialog.getByText(/its key stays on the server/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(/^Reason/), 'for the vault');
  await userEvent.fill(dialog.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(dialog.getByLabelText(/^Two-factor code/), '123456');
  expect(line.askedOf(backupTicket)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await expect
    .poll(() => line.askedOf(backupTicket))
    .toEqual([{ id: '7', reason: 'for the vault', payment_password: 'secret', one_code: '123456' }]);
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
});

test('of a database that is somebody else’s it says so, with what its archiver did, and offers nothing', async () => {
  const archiver = {
    archived: 1_204,
    last_archived_at: '2026-11-22T18:00:00.000Z',
    failed: 0,
    last_failed_at: null,
  };
  wire(reply(backups, () => ({ ...answer({ duty: 'database', archiver }), items: [], total: 0 })));
  const { piece, text, ...screen } = await renderScreen(Backups, { permissions });
  await expect.poll(() => text()).toContain('whoever manages it makes its backups');
  expect(text()).toContain('Archiver: 1,204 archived, last 2026-11-23 02:00:00; 0 failed, last none');
  expect(screen.getByRole('button', { name: /Back up now|Schedule/ }).elements()).toEqual([]);
  expect(piece).toBeDefined();
});
