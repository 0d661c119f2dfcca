import { expect, test, vi } from 'vitest';

// The real ones, counted: the clock of a busy machine proves nothing.
vi.mock('@node-rs/argon2', { spy: true });
// Other files of this worker may have loaded the product without the spies.
vi.resetModules();
const argon2 = await import('@node-rs/argon2');
const { openDoor } = await import('../testing/open-door.ts');

const statements: string[] = [];
const { admin, login, person, solve } = await openDoor({ onStatement: (text) => void statements.push(text) });

interface Work {
  readonly refusal: number;
  readonly hashes: number;
  readonly verifications: readonly string[];
  readonly statements: readonly string[];
}

/** What one wrong try at a name makes the server do. */
async function workOf(username: string): Promise<Work> {
  const captcha = await solve();
  statements.length = 0;
  vi.mocked(argon2.hash).mockClear();
  vi.mocked(argon2.verify).mockClear();
  const { code } = await login({ username, password: 'no password of anybody' }, { captcha });
  return {
    refusal: code,
    hashes: vi.mocked(argon2.hash).mock.calls.length,
    // Kind, memory, passes and lanes: what a verification costs. What is no hash costs nothing.
    verifications: vi
      .mocked(argon2.verify)
      .mock.calls.map(([stored]) => String(stored).split('$').slice(1, 4).join('$'))
      .filter((cost) => cost !== ''),
    statements: [...statements],
  };
}

test('an unknown name costs what a known one costs, from the first try of a process on', async () => {
  const ann = await person();
  const pending = await person({ password: '' });
  const broken = await person();
  await admin.query("UPDATE app_user SET password_hash = 'damaged' WHERE id = $1", [broken.id]);
  await admin.query("UPDATE app_user SET password_hash = '', status = 'pending' WHERE id = $1", [pending.id]);
  const disabled = await person();
  await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [disabled.id]);

  const unknown = await workOf('nobody.at.all');
  expect(unknown.verifications).toHaveLength(1);
  expect(unknown.hashes).toBe(0);
  expect(unknown.statements.length).toBeGreaterThan(3);
  for (const { username } of [ann, broken, pending, disabled]) {
    expect(await workOf(username)).toEqual(unknown);
  }
});
