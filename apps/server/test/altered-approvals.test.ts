import { beforeAll, expect, test } from 'vitest';
import {
  openWithdrawalRooms,
  paymentPassword,
} from '../src/modules/withdrawals/testing/open-withdrawal-rooms.ts';
import { loosen, untold } from './planted/alter-columns.ts';

// As altered-columns.test.ts, of what second persons are asked: who changes one column of it makes another act of it, lets its maker
// decide it himself, or undoes that somebody said no.

const here = await openWithdrawalRooms();
const { admin, apply, call, decide, person } = here;

const states = new Map<string, string>();
beforeAll(async () => {
  const second = await person({ kind: 'admin', paymentPassword });
  const agent = await person({ paymentPassword });
  const merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  await here.fund(merchant, '100000');
  const account = await here.accountOf(merchant);
  const asked = async (): Promise<string> => {
    const { id } = (await apply(merchant, account)).data;
    await decide(here.boss, 'take', id);
    return (await decide(here.boss, 'approve', id, { third_party_no: `TX-${id}` })).data.approval_id ?? '';
  };
  const end = async (how: 'refuse' | 'withdraw', id: string): Promise<void> => {
    const token = await here.tokenOf(how === 'refuse' ? second : here.boss);
    const ended = await call('POST', `/admin/approvals/${id}/${how}`, {
      token,
      body: how === 'refuse' ? { reason: 'not so' } : {},
    });
    expect(ended.code).toBe(0);
  };
  states.set('expired', await asked());
  await here.passTime(25 * 3600);
  await here.approvals.sweep();
  for (const state of ['refused', 'withdrawn', 'approved', 'stale', 'waiting'])
    states.set(state, await asked());
  await end('refuse', states.get('refused') ?? '');
  await end('withdraw', states.get('withdrawn') ?? '');
  expect((await here.approve(second, states.get('approved') ?? '')).code).toBe(0);
  // Its maker has lost the right meanwhile.
  await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [here.boss.id]);
  expect((await here.approve(second, states.get('stale') ?? '')).code).toBe(20_412);
  await admin.query("UPDATE app_user SET status = 'active' WHERE id = $1", [here.boss.id]);
  const { rows } = await admin.query<{ state: string; id: bigint }>(
    'SELECT state, id FROM approval ORDER BY id',
  );
  expect(rows.map(({ id, state }) => [state, String(id)])).toEqual([...states]);
  await admin.query('ALTER TABLE approval DISABLE TRIGGER USER');
  await loosen(admin, ['approval']);
}, 180_000);

test('every column of what a second person is asked is held against the sealed log', async () => {
  const told = await untold(here, 'approval', [...states.values()]);
  expect(told).toEqual([]);
}, 600_000);

test('what was ended without a word before fingerprints were kept stands, and nothing else does', async () => {
  const keep = async (reason: string, print: string): Promise<void> => {
    await admin.query(
      `WITH kept AS (
         INSERT INTO approval (act, subject_kind, subject_id, subject_label, payload, payload_hash, effect, effect_hash, reason, maker_id, maker_person,
           created_at, expires_at, decided_at, state)
         SELECT act, subject_kind, subject_id, subject_label, payload, $1, effect, effect_hash, $1, maker_id, maker_person, created_at, expires_at,
                expires_at, 'expired'
         FROM approval ORDER BY id LIMIT 1 RETURNING *)
       INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, to_status, after)
       SELECT created_at, maker_id, maker_id, 'approval.submit', 'approval', id::text, 'waiting',
              jsonb_build_object('act', act, 'reason', reason) || $2::jsonb
       FROM kept`,
      [reason, print],
    );
  };
  expect(await here.failing()).toEqual([]);
  await keep('as it was', '{}');
  expect(await here.failing()).toEqual([]);
  await keep('as it is', '{"print": "of all that stands in it"}');
  expect(await here.failing()).toEqual(['A2']);
});
