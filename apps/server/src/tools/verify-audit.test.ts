import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { openChain } from '../modules/audit/chain/testing/open-chain.ts';
import { verifyCommand } from './verify-command.ts';

const base = await testDatabase();
const { database: db, vault } = base;

test('the command ends with 1 and names what was touched; a restore is accepted with a reason alone', async () => {
  const chain = await openChain(base);
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const code = await verifyCommand({ db, vault, heads: chain.heads }, args, (text) => lines.push(text));
    return { code, said: lines.join('\n') };
  };
  expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('Is DATA_DIR right?') });

  const [row] = [await chain.write('1')];
  await chain.seal();
  await chain.write('2');
  await chain.seal();
  expect(await run()).toMatchObject({ code: 0, said: expect.stringContaining('The audit chain holds') });

  await chain.tamper(`UPDATE audit_log SET act = 'clock.stop' WHERE id = $1`, [row]);
  expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining(`Records changed: ${row}`) });
  expect(await run('--after=1')).toMatchObject({ code: 0 });
  expect(await run('--after=first')).toMatchObject({ code: 1 });

  await chain.tamper(`UPDATE audit_log SET act = 'clock.move' WHERE id = $1`, [row]);
  await chain.tamper('DELETE FROM audit_seal WHERE id = 2');
  expect(await run()).toMatchObject({
    code: 1,
    said: expect.stringContaining('The end of the chain was cut off: blocks 2'),
  });
  expect((await run('--accept-restore=')).code).toBe(1);
  expect(await run('--accept-restore=backup of 3 May')).toMatchObject({
    code: 0,
    said: expect.stringContaining('the chain goes on after block 1 (backup of 3 May)'),
  });
});
