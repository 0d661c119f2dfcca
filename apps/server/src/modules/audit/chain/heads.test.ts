import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { wallClock } from '../../../platform/clock.ts';
import { acceptRestore } from './accept-restore.ts';
import { startSealing } from './seal-loop.ts';
import { openChain } from './testing/open-chain.ts';
import type { TestChain } from './testing/open-chain.ts';

const base = await testDatabase();
const { database: db, admin, vault, log } = base;
let chain: TestChain;

beforeEach(async () => {
  chain = await openChain(base);
  for (const objectId of ['1', '2', '3']) {
    await chain.write(objectId);
    await chain.seal();
  }
});

const restoreBackupOf = (block: bigint) =>
  chain.tamper(`WITH rows AS (DELETE FROM audit_log l USING audit_seal s WHERE s.id > ${block} AND s.ids @> l.id)
                DELETE FROM audit_seal WHERE id > ${block}`);
const foundBy = async () => (await chain.verify()).findings.map(({ name, where }) => `${name} ${where}`);

test('a restored backup fails until somebody with the keys answers for it, and for no more than it lost', async () => {
  await restoreBackupOf(2n);
  expect(await foundBy()).toEqual(['tailCut 3']);
  // The server starts before anybody says a word: what it seals takes the numbers of what was lost.
  await chain.write('after the restore');
  await chain.seal();
  expect(await foundBy()).toEqual(['chainRemade 3']);

  await acceptRestore({ db, vault, heads: chain.heads }, 'disk failed');
  const proof = await chain.verify();
  expect(proof).toMatchObject({ passed: true, restores: [{ after: 2n, reason: 'disk failed' }] });
  const { rows } = await admin.query(`SELECT after FROM audit_log WHERE act = 'audit.acceptRestore'`);
  expect(rows).toEqual([{ after: { note: 'disk failed' } }]);

  await chain.seal();
  await restoreBackupOf(1n);
  expect(await foundBy()).toEqual(['tailCut 2–4']);
});

test('nobody accepts a restore without the keys', async () => {
  await restoreBackupOf(2n);
  await acceptRestore({ db, vault, heads: chain.heads }, 'disk failed');
  const [name = ''] = await readdir(chain.folder);
  const file = join(chain.folder, name);
  await writeFile(file, (await readFile(file, 'utf8')).replace('\t2\tdisk failed\t', '\t1\tdisk failed\t'));
  expect(await foundBy()).toEqual(['tailCut 3', expect.stringContaining('headAltered')]);
});

test('the heads of every host that shares the folder are read', async () => {
  const [name = ''] = await readdir(chain.folder);
  await copyFile(join(chain.folder, name), join(chain.folder, 'another-host.heads'));
  await writeFile(join(chain.folder, name), '');
  expect(await foundBy()).toEqual([]);
  await restoreBackupOf(2n);
  expect(await foundBy()).toEqual(['tailCut 3']);
});

test('each sealing leaves its head outside, and one whose process died between the two has it kept at the next start', async () => {
  const [name = ''] = await readdir(chain.folder);
  await writeFile(join(chain.folder, name), '');
  const heads: bigint[] = [];
  const keeping = { ...chain.heads, append: async (head: { block: bigint }) => void heads.push(head.block) };
  const sealing = startSealing({ db, vault, heads: keeping, clock: wallClock, log });
  while (heads.length === 0) await sleep(10);
  await chain.write('4');
  while (heads.length === 1) await sleep(50);
  await sealing.stop();
  expect(heads).toEqual([3n, 4n]);
});

test('a head that could not be kept is kept with the next try', async () => {
  const heads: bigint[] = [];
  let failures = 1;
  const keeping = {
    ...chain.heads,
    async append(head: { block: bigint }) {
      if (failures-- > 0) throw new Error('no space left');
      heads.push(head.block);
    },
  };
  const sealing = startSealing({ db, vault, heads: keeping, clock: wallClock, log });
  while (heads.length === 0) await sleep(50);
  await sealing.stop();
  expect(heads).toEqual([3n]);
});
