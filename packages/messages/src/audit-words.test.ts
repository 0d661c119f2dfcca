import { describe, expect, test } from 'vitest';
import { auditKinds, denialActs, ownActs } from '@suanpan/domain/audit/acts';
import { auditFields } from '@suanpan/domain/audit/fields';
import { changesInBrief, tellAct, tellChanges, tellKind } from './audit-words.ts';
import type { Reader } from './audit-words.ts';
import { locales } from './locale.ts';
import type { Locale } from './locale.ts';
import { translate } from './translate.ts';
import type { WordKey } from './translate.ts';

const readerIn = (locale: Locale): Reader => ({
  word(key, count) {
    const text = translate(locale, key as WordKey, count === undefined ? {} : { count });
    return text === key ? undefined : text;
  },
  instant: (at) => `at ${at}`,
});

const tell = (locale: Locale, kind: string, field: string, value: string) => {
  const [told] = tellChanges(readerIn(locale), kind, [{ field, before: null, after: value }]);
  return [told?.field, told?.after];
};

describe.each(locales)('in %s', (locale) => {
  const { word } = readerIn(locale);

  test('every field that can change has a word', () => {
    for (const field of Object.keys(auditFields)) expect(word(`audit.fields.${field}`), field).toBeDefined();
  });

  test('every act and every kind of thing has a word', () => {
    for (const act of [...ownActs, ...denialActs]) expect(word(`audit.acts.${act}`), act).toBeDefined();
    for (const kind of auditKinds) expect(word(`audit.kinds.${kind}`), kind).toBeDefined();
  });
});

describe('a change', () => {
  test('is told in the language of the reader, values as their own screens write them', () => {
    expect(tell('zh-TW', 'session', 'locked', 'false')).toEqual(['需完成雙重驗證', '否']);
    expect(tell('en', 'session', 'locked', 'true')).toEqual(['2FA still required', 'Yes']);
    expect(tell('zh-CN', 'user', 'status', 'disabled')).toEqual(['状态', '停用']);
    expect(tell('en', 'approval', 'status', 'waiting')).toEqual(['Status', 'Waiting']);
    expect(tell('zh-TW', 'user', 'settle_rule', 'T1')).toEqual(['結算方式', 'T1 次一工作日']);
    expect(tell('zh-TW', 'firewall_rule', 'key', 'apiKey')).toEqual(['依據', '商戶金鑰']);
    expect(tell('en', 'firewall_rule', 'ban_s', '600')).toEqual(['Ban', '600 s']);
    expect(tell('zh-TW', 'broadcast', 'roles', 'agent, customer')).toEqual(['身分', '高級代理、商戶']);
    expect(tell('en', 'clock', 'now', '2026-01-01T00:00:00Z')[1]).toBe('at 2026-01-01T00:00:00Z');
  });

  test('shows a sum with its separators and with every digit that counts', () => {
    expect(tell('en', 'user', 'frozen', '1234567.8900')[1]).toBe('1,234,567.89');
    expect(tell('en', 'user', 'settleable', '+12.3450')[1]).toBe('+12.345');
    expect(tell('en', 'user', 'frozen', 'much')[1]).toBe('much');
    expect(tell('zh-CN', 'collection', 'amount', '1500.0000')).toEqual(['金额', '1,500.00']);
  });

  test('says of a fingerprint that it is kept, and not what it is', () => {
    const chain = '-8231776090182345';
    expect(tell('zh-TW', 'collection', 'chain', chain)).toEqual(['代理鏈', '指紋已留存']);
    expect(tell('zh-CN', 'payout', 'payee', chain)).toEqual(['收款人', '指纹已留存']);
    expect(tell('en', 'plan', 'prints', `${chain}, 12`)).toEqual(['Plans', 'Fingerprint kept']);
  });

  test('tells the state of a payout and what it waits for', () => {
    expect(tell('en', 'payout', 'status', 'processing')[1]).toBe('Processing');
    expect(tell('zh-TW', 'payout', 'wait', 'velocity')[1]).toBe('超出頻率規則，待人工放行');
  });

  test('tells permissions by screen and verb', () => {
    expect(tell('en', 'user', 'added', 'users.list.get\nadmin.log.get')[1]).toBe(
      'Users · View\nRequest log · View',
    );
    expect(tellAct(readerIn('en'), 'payment.transactions.reverse')).toBe('Payout orders · Reverse');
    expect(tellAct(readerIn('zh-TW'), 'payment.transactions.reverse')).toBe('代付訂單 · 沖正');
  });

  test('tells the columns of an export by their names in the list', () => {
    const changes = [
      { field: 'kind', before: null, after: 'collections.transactions' },
      { field: 'columns', before: null, after: 'order_no, order_amount' },
      { field: 'filter.status', before: null, after: 'success, expired' },
    ];
    expect(changesInBrief(readerIn('zh-TW'), 'export', changes)).toBe(
      '類型：代收訂單 · 欄位：系統訂單號、訂單金額 · 篩選 › 狀態：成功、失敗，已過期',
    );
  });

  test('keeps what is masked masked, and what has no word as it was written', () => {
    expect(tell('zh-TW', 'user', 'frozen', '***')[1]).toBe('***');
    expect(tell('zh-TW', 'user', 'old_field', 'old')).toEqual(['old_field', 'old']);
    expect(tell('zh-TW', 'user', 'status', 'gone')[1]).toBe('gone');
    expect(tell('zh-TW', 'user', 'name', 'true')[1]).toBe('true');
    expect(tellAct(readerIn('en'), 'old.act')).toBe('old.act');
    expect(tellKind(readerIn('en'), 'old')).toBe('old');
  });
});
