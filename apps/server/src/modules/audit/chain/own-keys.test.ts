import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { createVault } from '../../../platform/crypto/vault.ts';
import { maySignIn, prepareDatabase } from '../../../platform/db/prepare.ts';
import { refuseForeignKeys } from './own-keys.ts';
import { openChain } from './testing/open-chain.ts';

const base = await testDatabase();
const { adminUrl, log, vault } = base;
const foreign = createVault({
  sealing: [{ id: 'k9', key: Buffer.alloc(32, 9) }],
  lookup: Buffer.alloc(32, 8),
});
const loginPrefix = new URL(adminUrl).pathname.slice(1);
const prepare = ({ deriveKey }: typeof vault) =>
  prepareDatabase({ adminUrl, deriveKey, log, loginPrefix, refuse: refuseForeignKeys({ deriveKey }) });

test('keys that did not seal the log are refused before a login of the database has another password', async () => {
  const chain = await openChain(base);
  const { app } = await prepare(vault);
  // Nothing says yet whose it is.
  await prepare(foreign);
  expect(await maySignIn(app)).toBe(false);
  await prepare(vault);
  expect(await maySignIn(app)).toBe(true);

  await chain.write('1');
  await chain.seal();
  await chain.write('2');
  await chain.seal();
  await expect(prepare(foreign)).rejects.toThrow(/not the keys of this database/);
  expect(await maySignIn(app)).toBe(true);
  await prepare(vault);
});

test('whoever altered a block keeps nobody from starting: the chain says so, and not the keys', async () => {
  const chain = await openChain(base);
  for (const row of ['1', '2', '3']) {
    await chain.write(row);
    await chain.seal();
  }
  await chain.tamper('UPDATE audit_seal SET top = top + 1 WHERE id = (SELECT max(id) FROM audit_seal)');
  await expect(prepare(vault)).resolves.toBeDefined();
  await chain.tamper('UPDATE audit_seal SET top = top + 1 WHERE id = (SELECT min(id) FROM audit_seal)');
  await expect(prepare(vault)).rejects.toThrow(/not the keys of this database/);
});
