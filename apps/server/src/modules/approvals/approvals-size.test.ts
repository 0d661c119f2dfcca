import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '../../platform/db/transact.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import { countWaiting, listApprovals } from './approvals.queries.ts';
import { isWaitingOn, listWaitingOn } from './waiting-acts.queries.ts';

const { admin, database, person } = await openDoor();
const submissions = 5_000;

test('of five thousand submissions of two makers it is looked for twice a question who stands behind them', async () => {
  const { rows } = await admin.query('SELECT current_database() AS name');
  // For connections that are opened from now on.
  await admin.query(`ALTER DATABASE "${rows[0]?.name}" SET track_functions = 'all'`);
  const makers = [await person({ kind: 'admin' }), await person({ kind: 'admin' })];
  await admin.query(
    `INSERT INTO approval (act, subject_kind, subject_id, subject_label, payload, payload_hash, effect, effect_hash,
                           reason, maker_id, created_at, expires_at)
     SELECT 'users.resetTwoFactor', 'user', '1', 'somebody', '{}', 'hash ' || n, '{}', 'none', 'many', ($2::bigint[])[1 + n % 2],
            now(), now() + interval '1 day' FROM generate_series(1, $1) AS n`,
    [submissions, makers.map(({ id }) => id)],
  );
  await transact(database.workers, async (tx) => {
    const looks = async (): Promise<number> => {
      const { rows: found } = await sql<{ calls: number }>`
        SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_xact_user_functions WHERE funcname = 'hands_on'`.execute(
        tx,
      );
      return found[0]?.calls ?? 0;
    };
    const page = await listApprovals(tx, { kind: 'platform' }, {}, { offset: 0, limit: 200 });
    expect(page).toHaveLength(200);
    expect(page[0]?.makers).toContain(page[0]?.maker_id);
    expect(await looks()).toBe(2);
    const nobody = { id: 0n, persons: [0n], hands: [0n], isSeasoned: true };
    const counted = await countWaiting(tx, { kind: 'platform' }, nobody, ['users.resetTwoFactor']);
    expect(counted).toMatchObject({ waiting: BigInt(submissions), decidable: BigInt(submissions) });
    expect(await looks()).toBe(4);
  });
});

test('what waits on the rows of a page is looked up for these alone, however much waits on others', async () => {
  const maker = await person({ kind: 'admin' });
  await admin.query(
    `INSERT INTO approval (act, subject_kind, subject_id, subject_label, payload, payload_hash, effect, effect_hash,
                           reason, maker_id, created_at, expires_at)
     SELECT 'withdrawals.reverse', 'withdrawal', n::text, 'W' || n, '{}', 'hash ' || n, '{}', 'none', 'many', $2,
            now(), now() + interval '1 day' FROM generate_series(1, $1) AS n`,
    [submissions, maker.id],
  );
  await admin.query('ANALYZE approval');
  await transact(database.app, async (tx) => {
    const read = async (): Promise<{ whole: number; rows: number }> => {
      const { rows: found } = await sql<{ whole: number; rows: number }>`
        SELECT seq_scan::int AS whole, coalesce(idx_tup_fetch, 0)::int AS rows
        FROM pg_stat_xact_user_tables WHERE relname = 'approval'`.execute(tx);
      return found[0] ?? { whole: 0, rows: 0 };
    };
    const page = Array.from({ length: 50 }, (_, n) => String(n + 1));
    const before = await read();
    const found = await listWaitingOn(tx, { kind: 'platform' }, 'withdrawal', page);
    expect(found.map((each) => each.subject_id)).toEqual(page);
    expect(await isWaitingOn(tx, 'withdrawal', '7', ['withdrawals.reverse'])).toBe(true);
    expect(await isWaitingOn(tx, 'withdrawal', '7', ['withdrawals.free'])).toBe(false);
    const after = await read();
    expect(after.whole - before.whole).toBe(0);
    expect(after.rows - before.rows).toBeLessThanOrEqual(page.length + 2);
  });
});
