import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf } from '../../../../test/http.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { upstreamKeyExports } from './export-keys.ts';

const base = await testDatabase();
const secret = 'a secret between two parties';
const provider = { origin: 'https://bank.example', merchantNo: 'SP90001', secret };
const own = await createTenant(base, { provider });
await createTenant(base, { provider });

test('contracts are taken away as they are listed: one’s own alone, and of a secret its end', async () => {
  const [list] = upstreamKeyExports(base.vault);
  if (list === undefined) throw new Error('No list of contracts');
  const read = async (actor: ReturnType<typeof actorOf>) => {
    const reader = { db: base.database, actor, locale: 'en' as const };
    const { next, rows } = await list.read(reader, {}, { after: null, limit: 50 });
    expect([next, rows.length]).toEqual([null, await list.count(reader, {})]);
    return rows;
  };
  expect(await read(actorOf('admin', 1n))).toHaveLength(2);
  const mine = await read(actorOf('agent', own.agentId));
  expect(mine).toHaveLength(1);
  expect(mine[0]?.['masked']).toContain('…ties');
  expect(JSON.stringify(mine)).not.toContain(secret);
});
