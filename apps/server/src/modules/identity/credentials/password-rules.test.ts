import { expect, test } from 'vitest';
import { checkPassword } from './password-rules.ts';

const nobody: string[] = [];

test('twelve to 128 characters of any kind, without rules of composition', () => {
  expect(checkPassword('elevenchars', nobody)).toBe('tooShort');
  expect(checkPassword('quiet lamps at noon', nobody)).toBeUndefined();
  expect(checkPassword('漢字也可以當作密碼使用喔', nobody)).toBeUndefined();
  expect(checkPassword('🦊'.repeat(6) + 'abcdef', nobody)).toBeUndefined();
  expect(checkPassword('🦊🐻🐼🐨🐯🦁', nobody)).toBe('tooShort');
  expect(checkPassword('kZ9 vW2 pQ7 '.padEnd(128, 'tRm4'), nobody)).toBeUndefined();
  expect(checkPassword('kZ9 vW2 pQ7 '.padEnd(129, 'tRm4'), nobody)).toBe('tooLong');
});

test.each([
  'password1234',
  'P@ssw0rd2026!!',
  '!!!Dragon!!!!',
  'passwordpassword',
  'MonkeyDragon99',
  'iloveyou2024!',
  '123456789012',
  '987654321098',
  'qwertyuiop12',
  'qwertyuiopas',
  '1qaz2wsx3edc',
  'abcdefghijkl',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'ababababababa',
  'q1w2e3r4t5y6',
  'administrator',
  'suanpan12345',
])('%s is guessed first, so it is refused', (password) => {
  expect(checkPassword(password, nobody)).toBe('tooCommon');
});

test('the words of the context must leave eight characters of their own', () => {
  const context = ['ming.chen', '陳大明'];
  expect(checkPassword('ming.chen2026', context)).toBe('tooCommon');
  expect(checkPassword('MING.CHEN!!!!ming.chen', context)).toBe('tooCommon');
  expect(checkPassword('陳大明1234567890', context)).toBe('tooCommon');
  expect(checkPassword('ming.chen walks to the harbour', context)).toBeUndefined();
});

test('phrases of everyday words pass', () => {
  for (const phrase of [
    'correct horse battery staple',
    'the princess eats no football',
    'tea at half past seven',
  ]) {
    expect(checkPassword(phrase, nobody), phrase).toBeUndefined();
  }
});
