import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { openProofRuns } from './proof-runs.ts';
import { openChain } from './testing/open-chain.ts';
import { verifyWork } from './verify-work.ts';

const base = await testDatabase();
const { database: db, admin, vault, log } = base;

test('every night the chain is verified, and the administrators are told its head or what was touched', async () => {
  const chain = await openChain(base);
  const id = await chain.write('1');
  const sealing = await chain.seal();
  const work = verifyWork(openProofRuns({ db, vault, heads: chain.heads, log }));
  const told = async () => {
    await transact(db.workers, (tx) => work.run(tx, new Date()));
    const { rows } = await admin.query<{ payload: unknown }>(
      `SELECT payload FROM outbox WHERE kind = 'audit.verified' ORDER BY id DESC LIMIT 1`,
    );
    return rows[0]?.payload;
  };
  expect(await told()).toMatchObject({ passed: true, head: sealing?.end.head, findings: [] });
  await chain.tamper('DELETE FROM audit_log WHERE id = $1', [id]);
  expect(await told()).toMatchObject({
    passed: false,
    findings: [{ name: 'rowRemoved', where: String(id) }],
  });
});
