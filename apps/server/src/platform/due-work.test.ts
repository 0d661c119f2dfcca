import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../test/database.ts';
import { dailyAt, everyMinutes, monthlyAt } from './calendar.ts';
import { startDueWork } from './due-work.ts';
import type { DueWork, DueWorks } from './due-work.ts';

const { database, admin, log } = await testDatabase();
await admin.query('CREATE TABLE ran (name text, due_at timestamptz); GRANT ALL ON ran TO PUBLIC');
const day = 24 * 3_600_000;
const started: DueWorks[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((works) => works.stop()));
  await admin.query('TRUNCATE ran; TRUNCATE due_work');
});

const work = (missed: DueWork['missed'], run: DueWork['run'] = async () => {}): DueWork => ({
  name: 'reports.make',
  next: dailyAt({ hour: 0, minute: 1 }),
  missed,
  async run(tx, dueAt) {
    await sql`INSERT INTO ran VALUES ('reports.make', ${dueAt})`.execute(tx);
    return run(tx, dueAt);
  },
});
async function start(...works: DueWork[]): Promise<DueWorks> {
  const due = startDueWork({ db: database.workers, works, log });
  started.push(due);
  await due.runDue();
  return due;
}
const runs = async (): Promise<Date[]> =>
  (await admin.query<{ due_at: Date }>('SELECT due_at FROM ran ORDER BY due_at')).rows.map(
    (row) => row.due_at,
  );

test('a first start plans and does nothing yet', async () => {
  await start(work('each'));
  expect(await runs()).toEqual([]);
});

test('two servers do the work once per due time, also when the clock jumps over several days', async () => {
  const [one, other] = [await start(work('each')), await start(work('each'))];
  await moveBusinessClock(database, 3 * day);
  await Promise.all([one.runDue(), other.runDue()]);
  const times = await runs();
  expect(times.length).toBe(3);
  expect(times.map((time) => time.toISOString().slice(11, 16))).toEqual(['16:01', '16:01', '16:01']);
  await one.runDue();
  expect((await runs()).length).toBe(3);
});

test('work that looks at everything anyway runs for the latest due time alone', async () => {
  const due = await start(work('latest'));
  await moveBusinessClock(database, 5 * day);
  await due.runDue();
  expect((await runs()).length).toBe(1);
});

test('work that fails leaves nothing behind, stays due, and hinders no other', async () => {
  let broken = true;
  const bad = work('each', async () => {
    if (broken) throw new Error('no');
  });
  const due = await start(bad, { ...work('each'), name: 'other' });
  await moveBusinessClock(database, day);
  await due.runDue();
  expect((await runs()).length).toBe(1);
  broken = false;
  await due.runDue();
  expect((await runs()).length).toBe(2);
});

test('work in batches is committed batch by batch until it says it is done', async () => {
  let left = 3;
  const due = await start(work('each', async () => ((left -= 1) > 0 ? 'more' : undefined)));
  await moveBusinessClock(database, day);
  await due.runDue();
  expect((await runs()).length).toBe(3);
});

test('a server that stops waits for no more than the batch of what somebody asked for, which stays due', async () => {
  let tried = 0;
  const due = await start(
    work('each', async () => {
      tried += 1;
      if (tried === 2) void due.stop();
      return tried < 50 ? 'more' : undefined;
    }),
  );
  await moveBusinessClock(database, day);
  expect(await due.runNow('reports.make')).toBe('busy');
  await due.stop();
  expect(tried).toBe(2);
  const [open] = await due.list();
  expect(open?.canRun).toBe(true);
});

test('the calendar is UTC+8 and its times lie strictly after', () => {
  const at = (text: string): Date => new Date(text);
  expect(dailyAt({ hour: 0, minute: 1 })(at('2026-03-01T16:00:00Z'))).toEqual(at('2026-03-01T16:01:00Z'));
  expect(dailyAt({ hour: 0, minute: 1 })(at('2026-03-01T16:01:00Z'))).toEqual(at('2026-03-02T16:01:00Z'));
  expect(monthlyAt({ day: 1, hour: 0, minute: 10 })(at('2026-12-31T16:10:00Z'))).toEqual(
    at('2027-01-31T16:10:00Z'),
  );
  expect(everyMinutes(5)(at('2026-03-01T00:05:00Z'))).toEqual(at('2026-03-01T00:10:00Z'));
});
