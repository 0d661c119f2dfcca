import { expect, test } from 'vitest';
import { countOfText, textsOfRule, windowsOfText, windowsToText } from './rule-texts.ts';

test('open hours are one line each, by the digits of their days', () => {
  const windows = [
    { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' },
    { days: [6], from: '22:00', to: '02:00' },
  ];
  const text = '12345 09:00-18:00\n6 22:00-02:00';
  expect(windowsToText(windows)).toBe(text);
  expect(windowsOfText(text)).toEqual(windows);
  expect(windowsOfText(`\n ${text.replace('-', ' – ')} \n`)).toEqual(windows);
  expect(windowsOfText('')).toEqual([]);
});

test.each(['Mon 09:00-18:00', '7 09:00-18:00', '1 09:00', '1 9-18'])('%s is no window', (line) => {
  expect(windowsOfText(line)).toBeNull();
});

test('amounts stand as one types them, and what is inherited is empty', () => {
  const none = {
    min: null,
    max: '500.5000',
    daily_amount: '0.0000',
    daily_count: 0,
    per_card_daily: null,
    card_usage_limit: null,
    window: null,
    holidays_closed: false,
    auto_approve_max: '1000.0000',
    settle_accounts_max: 10,
  };
  expect(textsOfRule(none)).toEqual({
    min: '',
    max: '500.5',
    daily_amount: '0',
    daily_count: '0',
    per_card_daily: '',
    card_usage_limit: '',
    window: '',
    holidays_closed: 'no',
    auto_approve_max: '1000',
    settle_accounts_max: '10',
  });
  expect([countOfText('3'), countOfText(''), countOfText('x')]).toEqual([3, null, null]);
});
