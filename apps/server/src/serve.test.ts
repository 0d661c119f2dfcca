import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('./start.ts', import.meta.url));

/** Starts the real program with an environment of its own; for those that must not come up. */
async function startWith(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], BUILD_WEB: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code: code as number | null };
}

test('an environment that production refuses ends the start with one message and a code', async () => {
  const { code, said } = await startWith({
    DATABASE_URL: 'postgres://u:changeme@db.internal/x',
    FOUR_EYES: 'off',
  });
  expect(code).toBe(1);
  expect(said.trim().split('\n')).toEqual([
    'The environment is not usable:',
    expect.stringMatching(/^ {2}- PUBLIC_URL: /),
    expect.stringMatching(/^ {2}- FOUR_EYES: /),
    expect.stringMatching(/^ {2}- DATABASE_URL: the password is a sample$/),
    expect.stringMatching(/^ {2}- DATABASE_URL: .*sslmode=verify-full/),
  ]);
  expect(said).not.toContain('changeme');
});

test('a demo that strangers could reach does not come up', async () => {
  const { code, said } = await startWith({ HOST: '0.0.0.0' });
  expect([code, said]).toEqual([1, expect.stringContaining('HOST: a demo has accounts for everybody')]);
});
