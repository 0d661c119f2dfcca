import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startLaneOwner } from './lane-owner.ts';
import type { LaneOwner } from './lane-owner.ts';

const { admin, database, log } = await testDatabase();
const lanes = 8;
const start = (): LaneOwner => startLaneOwner({ url: database.urls.app, name: 'test', lanes, log });
const ownedBy = (owner: LaneOwner): number[] =>
  Array.from({ length: lanes }, (_, lane) => lane).filter((lane) => owner.owns(lane));

/** The lanes of everybody together are each owned once. */
const isWhole = (...owners: LaneOwner[]): boolean =>
  new Set(owners.flatMap(ownedBy)).size === lanes && owners.flatMap(ownedBy).length === lanes;

test('lanes are shared evenly among processes, and taken over within two seconds when their owner dies', async () => {
  const first = start();
  await expect.poll(() => ownedBy(first).length, { timeout: 10_000 }).toBe(lanes);
  const second = start();
  await expect
    .poll(() => isWhole(first, second) && ownedBy(second).length === 4, { timeout: 10_000 })
    .toBe(true);

  const died = performance.now();
  await second.stop();
  await expect.poll(() => ownedBy(first).length, { timeout: 10_000 }).toBe(lanes);
  expect(performance.now() - died).toBeLessThan(2_000);
  await first.stop();
});

test('a process that loses its connection owns nothing until it has another one', async () => {
  const owner = start();
  await expect.poll(() => ownedBy(owner).length, { timeout: 10_000 }).toBe(lanes);
  const { rows } = await admin.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'suanpan lanes test'`,
  );
  await admin.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  const connection = async (): Promise<unknown> => {
    const { rows: fresh } = await admin.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'suanpan lanes test'`,
    );
    return fresh[0]?.pid ?? rows[0].pid;
  };
  await expect.poll(connection, { timeout: 10_000 }).not.toBe(rows[0].pid);
  await expect.poll(() => ownedBy(owner).length, { timeout: 10_000 }).toBe(lanes);
  await owner.stop();
});
