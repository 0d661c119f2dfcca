import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { uuidv7 } from './ids.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { loadSecrets } from './secrets.ts';
import { constantTimeEqual, hashToken, randomToken } from './tokens.ts';
import { createVault } from './vault.ts';

const folder = mkdtempSync(join(tmpdir(), 'suanpan-crypto-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const vault = createVault({ sealing: [{ id: 'a', key: older }], lookup: older });

test('a sealed value opens again, and two seals of it differ', () => {
  const [one, two] = [vault.seal('秘密 🔑', 'user.totp'), vault.seal('秘密 🔑', 'user.totp')];
  expect(one).not.toBe(two);
  expect([vault.open(one, 'user.totp'), vault.open(two, 'user.totp')]).toEqual(['秘密 🔑', '秘密 🔑']);
});

test('a value that was changed, or sealed for another column, does not open', () => {
  const sealed = vault.seal('x', 'user.totp');
  expect(() => vault.open(sealed, 'api_key.secret')).toThrow();
  const parts = sealed.split('.');
  for (const place of [2, 3]) {
    const changed = parts.map((part, index) =>
      index === place ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part,
    );
    expect(() => vault.open(changed.join('.'), 'user.totp')).toThrow();
  }
  expect(() => vault.open('v1.zzz.a.b', 'user.totp')).toThrow(/key is missing/);
});

test('after a rotation old values open and are stale, and look-ups still match', () => {
  const rotated = createVault({
    sealing: [
      { id: 'b', key: newer },
      { id: 'a', key: older },
    ],
    lookup: older,
  });
  const sealed = vault.seal('x', 'p');
  expect(rotated.open(sealed, 'p')).toBe('x');
  expect([rotated.isStale(sealed), rotated.isStale(rotated.seal('x', 'p'))]).toEqual([true, false]);
  expect(rotated.keyedHash('4111', 'card')).toBe(vault.keyedHash('4111', 'card'));
  expect(vault.keyedHash('4111', 'card')).not.toBe(vault.keyedHash('4111', 'phone'));
});

test('the keys of an installation are made once, privately, and read again', () => {
  const first = loadSecrets(folder);
  expect(loadSecrets(folder)).toEqual(first);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'secrets.json'), '{}');
  expect(() => loadSecrets(folder)).toThrow(/damaged/);
});

test('a master key names its seals, and its last key keeps the look-ups', () => {
  const text = `new:${newer.toString('base64')},old:${older.toString('base64')}`;
  const secrets = loadSecrets('/nowhere', text);
  expect([secrets.sealing.map(({ id }) => id), secrets.lookup]).toEqual([['new', 'old'], older]);
});

test('passwords are Argon2id of the agreed cost; wrong, damaged and absent ones are all just false', async () => {
  // Made by a process of its own, as the product makes it: these tests hash at the least cost there is.
  const made = `import { hashPassword } from ${JSON.stringify(new URL('passwords.ts', import.meta.url).href)};
    process.stdout.write(await hashPassword('correct horse battery'));`;
  const stored = execFileSync(process.execPath, ['--input-type=module', '-e', made], { encoding: 'utf8' });
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(stored, 'correct horse battery')).toBe(true);
  expect(await verifyPassword(await hashPassword('correct horse battery'), 'correct horse battery')).toBe(
    true,
  );
  for (const [hash, password] of [
    [stored, 'x'],
    ['nonsense', 'x'],
    [null, 'x'],
    [undefined, ''],
  ] as const) {
    expect(await verifyPassword(hash, password)).toBe(false);
  }
});

test('tokens are 256 random bits, stored as their hash, compared without telling where they differ', () => {
  expect(Buffer.from(randomToken(), 'base64url').length).toBe(32);
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect([constantTimeEqual('a', 'a'), constantTimeEqual('a', 'ab'), constantTimeEqual('', '')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('version 7 ids sort by time and carry their version', () => {
  const at = (ms: number) => uuidv7({ now: () => new Date(ms), monotonicMs: () => 0 });
  const [early, late] = [at(1_700_000_000_000), at(1_700_000_000_001)];
  expect(early < late).toBe(true);
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
