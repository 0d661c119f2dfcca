import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldAccount, foldCard, foldName } from './fold-name.ts';
import { maskCard, maskName } from './mask.ts';

test.each([
  ['simplified and traditional writing', '陈大文', '陳大文'],
  ['variants of Taiwan', '台北', '臺北'],
  ['spaces of every width', '王 小　明', '王小明'],
  ['full-width letters and case', 'ＣＨＥＮ Wei', 'chen wei'],
  ['characters that nobody sees', '林\u200B志\uFEFF玲', '林志玲'],
  ['composed and decomposed letters', 'José', 'Jose\u0301'],
  ['rare characters outside the first plane, as they are', '𠮷田', '𠮷田'],
])('%s make no other name', (_what, one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test('different names stay different', () => {
  const names = ['陳大文', '陳大明', '張大文', 'Chen', 'Chan'];
  expect(new Set(names.map(foldName)).size).toBe(names.length);
});

/** fast-check's own unit of this kind takes seconds to build. */
const anyCharacter = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point));

test('folding twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => foldName(foldName(text)) === foldName(text)),
  );
});

test('a card is the same however it is grouped', () => {
  expect(foldCard('4000-1234 5678 9010')).toBe('4000123456789010');
  expect(foldCard('４０００１２３４')).toBe('40001234');
  expect(foldCard('4000‐1234–5678—9010')).toBe('4000123456789010');
  for (const same of [
    '901560501232',
    '0901560501232',
    '0000-9015 6050 1232',
    '００９０１５６０５０１２３２',
  ]) {
    expect(foldAccount(same)).toBe('901560501232');
  }
  expect([foldAccount('0'), foldAccount('000')]).toEqual(['0', '0']);
});

test('masks show what they may and no more', () => {
  expect(maskName('陳大文')).toBe('陳**');
  expect(maskName('李')).toBe('李*');
  expect(maskCard('4000123456789010')).toBe('400012******9010');
  expect(maskCard('12345678')).toBe('****5678');
  expect(maskCard('12345')).toBe('*****');
  expect(maskCard(`12345𠮷${'𠮷'.repeat(9)}`)).toBe('12345𠮷*****𠮷𠮷𠮷𠮷');
});
