import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}
const canary = 'canary-7f3a';

test('secrets do not reach a line, wherever they hang', () => {
  const text = written((log) => {
    log.info({ password: canary, user: { api_secret: canary, a: { card_no: canary } } }, 'x');
    log.info({
      req: {
        id: '1',
        method: 'POST',
        url: `/login?token=${canary}`,
        headers: { cookie: canary },
        body: canary,
      },
    });
    log.error({
      err: Object.assign(new Error(`postgres://u:${canary}@db/x`), { detail: canary, parameters: [canary] }),
    });
    log.error(new Error(`Bearer ${canary}`));
    log.error({ err: new Error('outer', { cause: new Error(`Bearer ${canary}`) }) });
  });
  expect(text).not.toContain(canary);
  expect(text).toContain('"path":"/login"');
});

test('a line break in a value stays inside its line', () => {
  expect(
    written((log) => log.info({ name: 'a\n{"level":60}' }, 'x'))
      .trim()
      .split('\n').length,
  ).toBe(1);
});
