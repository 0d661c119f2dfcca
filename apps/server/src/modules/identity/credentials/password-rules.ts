import { Refusal } from '@suanpan/domain/errors';
import { passwordMaxLength, passwordMinLength } from '@suanpan/domain/limits';
import { translate } from '@suanpan/messages/translate';
import type { Locale } from '../../../platform/http/locale.ts';
import { knownLongPasswords, knownRoots } from './known-passwords.ts';

/** One spelling for what looks the same, so that a password fits however a keyboard composes it. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

export type PasswordFault = 'tooShort' | 'tooLong' | 'tooCommon';

/**
 * The rules of NIST 800-63B: 12 to 128 characters of any kind, no rules of composition; refused are passwords that
 * are guessed first: known ones, runs and repetitions, and those around the words of the context (user name, name,
 * product), which must leave eight characters of their own.
 */
export function checkPassword(password: string, context: readonly string[]): PasswordFault | undefined {
  const plain = normalizePassword(password);
  const { length } = [...plain];
  if (length < passwordMinLength) return 'tooShort';
  if (length > passwordMaxLength) return 'tooLong';
  const lower = plain.toLowerCase();
  const isGuessable =
    knownLongPasswords.has(lower) ||
    isRepetition(lower) ||
    isRun(lower) ||
    readingsOf(lower).some(isMadeOfRoots) ||
    ['suanpan', ...context].some((word) => isAround(lower, word));
  return isGuessable ? 'tooCommon' : undefined;
}

/** Throws what `checkPassword` finds, as the field's message in the caller's language. */
export function refuseWeakPassword(
  password: string,
  options: { readonly context: readonly string[]; readonly locale: Locale; readonly field: string },
): void {
  const fault = checkPassword(password, options.context);
  if (fault === undefined) return;
  if (fault === 'tooCommon') {
    const says = translate(options.locale, 'errors.passwordTooCommon');
    throw new Refusal('passwordTooCommon', { fields: { [options.field]: [says] } });
  }
  const says = translate(options.locale, `common.validation.${fault}`, {
    min: String(passwordMinLength),
    max: String(passwordMaxLength),
  });
  throw new Refusal('invalidFields', { fields: { [options.field]: [says] } });
}

const lookAlikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The letters with look-alikes read as such, except what stands at the ends: there a mark may be just a mark. */
function readingsOf(lower: string): string[] {
  return [/^[^a-z]+|[^a-z]+$/g, /^[^a-z@$!]+|[^a-z@$]+$/g].map((ends) =>
    lower
      .replace(ends, '')
      .replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign)
      .replace(/[^a-z]/g, ''),
  );
}

function isMadeOfRoots(letters: string): boolean {
  if (knownRoots.has(letters)) return true;
  for (let at = 3; at <= letters.length - 3; at += 1) {
    if (knownRoots.has(letters.slice(0, at)) && knownRoots.has(letters.slice(at))) return true;
  }
  return false;
}

/** The same few characters over and over. */
function isRepetition(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (
      text ===
      text
        .slice(0, period)
        .repeat(Math.ceil(text.length / period))
        .slice(0, text.length)
    )
      return true;
  }
  return false;
}

const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1234567890qwertyuiopasdfghjklzxcvbnm',
].flatMap((row) => [row, [...row].reverse().join('')]);

/** A stretch of the alphabet, the digits or the keyboard. */
function isRun(text: string): boolean {
  return rows.some((row) => `${row}${row}`.includes(text));
}

const ownCharacters = 8;

function isAround(lower: string, word: string): boolean {
  const known = normalizePassword(word).toLowerCase().trim();
  if ([...known].length < 4 && !/[^\0-\x7f]{2}/.test(known)) return false;
  if (!lower.includes(known)) return false;
  const rest = lower.replaceAll(known, '').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [...rest].length < ownCharacters;
}
