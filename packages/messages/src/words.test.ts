import { describe, expect, test } from 'vitest';
import { allWords } from './all-words.ts';
import { locales } from './locale.ts';
import { loadWords } from './packs.ts';
import type { Area } from './packs.ts';
import { leavesOf, translate, translateError } from './translate.ts';

const words = Object.fromEntries(locales.map((locale) => [locale, new Map(leavesOf(allWords[locale], ''))]));
const source = words['zh-TW'] ?? new Map<string, string>();

/** Characters of everyday Simplified writing that Traditional never uses, and the other way round. */
const simplifiedOnly =
  '们这个为来时说会发关开门问间题处现对应该让认识设请谢语论证评词译试读谁调谈费资贵贝财货质购贴贸账销钱银铁错键链锁镜长张专业务动劳势区医单卖买币归录记订计认证状态维护网络线终结组织细纪约级红纯纸练经给统继续绝综缓编缩罚罗职联聪脚脱众优传伤价亿仅从仓仪们众权极构标样检桥条东丝丢两严丧临举义乌乐习乡书争亏亚产亲';
const traditionalOnly =
  '們這為來時說會發關開門問間題處現對應該讓認識設請謝語論證評詞譯試讀誰調談費資貴貝財貨質購貼貿賬銷錢銀鐵錯鍵鏈鎖鏡長張專業務動勞勢區醫單賣買幣歸錄記訂計狀態維護網絡線終結組織細紀約級紅純紙練經給統繼續絕綜緩編縮罰羅職聯腳脫眾優傳傷價億僅從倉儀權極構標樣檢橋條東絲丟兩嚴喪臨舉義烏樂習鄉書爭虧亞產親帳';

describe('the packs', () => {
  test.each(locales)('%s has every word of the source and no other', (locale) => {
    expect([...(words[locale]?.keys() ?? [])].sort()).toEqual([...source.keys()].sort());
  });

  test.each(locales)('%s uses the placeholders of the source in every sentence', (locale) => {
    const placeholders = (text: string) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)]
        .map((match) => match[1] ?? '')
        .toSorted((left, right) => left.localeCompare(right));
    for (const [key, text] of words[locale] ?? []) {
      expect(placeholders(text), key).toEqual(placeholders(source.get(key) ?? ''));
      expect(text.replaceAll(/\{\{\w+\}\}/g, ''), key).not.toMatch(/[{}]/);
    }
  });

  test.each(locales)('%s leaves no word empty or padded', (locale) => {
    for (const [key, text] of words[locale] ?? [])
      expect(text.trim() === text && text !== '', key).toBe(true);
  });

  test.each(locales)(
    '%s calls no two screens alike: a tab and a search name one without its group',
    (locale) => {
      const titles = leavesOf(allWords[locale].screens.titles, '').map(([, title]) => title);
      expect(titles.filter((title, n) => titles.indexOf(title) !== n)).toEqual([]);
    },
  );

  test('English holds no Chinese', () => {
    for (const [key, text] of words['en'] ?? []) {
      expect(text, key).not.toMatch(/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u);
    }
  });

  test.each([
    ['zh-TW', simplifiedOnly],
    ['zh-CN', traditionalOnly],
  ])('%s is written in its own characters', (locale, foreign) => {
    const strangers = new Set(foreign);
    for (const [key, text] of words[locale] ?? []) {
      expect(
        [...text].filter((character) => strangers.has(character)),
        `${key}: ${text}`,
      ).toEqual([]);
    }
  });

  test('mainland and Taiwanese trade words do not mix', () => {
    for (const [key, text] of words['zh-TW'] ?? []) {
      expect(text, key).not.toMatch(
        /賬|密鑰|登錄|網絡|服務器|信息|數據庫|默認|導出|文檔|二維碼|批量|短信|鏈接|響應|文件夾|取現/,
      );
    }
    for (const [key, text] of words['zh-CN'] ?? []) {
      expect(text, key).not.toMatch(
        /帐|登入|网路|伺服器|资讯|预设值|汇出|档案|逾时|金钥|连结|回应|萤幕|使用者|重设/,
      );
    }
  });

  test('a browser loads the words of one area alone', async () => {
    for (const locale of locales) {
      for (const area of Object.keys(allWords[locale]) as Area[]) {
        expect(await loadWords(locale, area)).toBe(allWords[locale][area]);
      }
    }
  });
});

describe('a translation', () => {
  test('fills its placeholders and leaves one without a value visible', () => {
    const params = { min: '100.00', max: '5000.00' };
    expect(translateError('en', 'amountOutOfRange', params)).toBe(
      'The amount must be between 100.00 and 5,000.00',
    );
    expect(translateError('zh-TW', 'tooManyClaims')).toContain('{{max}}');
  });

  test('finds route names and wire values whole', () => {
    expect(translate('zh-TW', 'screens.titles.collections.transactions')).toBe('代收訂單');
    expect(translate('zh-CN', 'statuses.journal.collection.settle')).toBe('代收入账');
    expect(translate('en', 'screens.titles.users.create.customer/accountMethod')).toBe('New merchant/agent');
  });
});

/** English sentences that the specification and the back-office API give word for word. */
test.each([
  ['errors.agentOnly', 'only available for proxy use'],
  ['errors.checkNetwork', 'check your network status'],
  ['errors.serverBusy', 'server busy, try again'],
  ['errors.tooManyRequests', 'too many requests in a short time, system temporarily locked'],
  ['errors.noDataFound', 'no data found'],
  ['errors.noResponseAfterTimeout', 'No response after timeout'],
  [
    'errors.checkDomainOrSafelist',
    'Please check whether the third-party domain name is correct or whether you need to add a safelist',
  ],
  ['errors.enterPremiumProxyId', 'Please enter the correct Premium Proxy ID'],
  ['orders.filters.agentMistake', 'Please enter the correct Premium Proxy ID'],
  ['errors.selectCorrectBankName', 'Please select the correct bank name'],
  ['errors.checkHandlingFee', 'Please check the handling fee'],
  ['errors.noCardNumberFound', 'No card number found'],
  ['errors.fillCompleteData', 'Please fill in the complete data'],
  ['errors.withdrawalAmountZero', 'The number of withdrawals cannot be 0'],
  ['errors.wrongHourRange', 'Wrong hour range selection'],
  ['errors.setAccessFirst', 'set access first'],
  ['common.table.empty', 'no data'],
  ['common.validation.hourRange', 'Wrong hour range selection'],
  ['login.binding.succeeded', 'binding succeeded'],
  ['login.botCheck.required', 'Please fill in the verification code and try again'],
  ['statuses.collection.success_not_returned', 'Success, not returned'],
  ['statuses.collection.success_returned', 'Success, already returned'],
  ['statuses.collection.test_supplied', 'Test, amount supplied'],
  ['statuses.payout.rejected_reversed', 'Rejected with reversal'],
  ['statuses.callbackResult.invalid_url', 'Not notified because URL is invalid'],
  ['statuses.callbackResult.v1_no_rejection', 'Not notified because v1 version has no rejection'],
] as const)('%s reads %j', (key, sentence) => {
  expect(translate('en', key)).toBe(sentence);
});
