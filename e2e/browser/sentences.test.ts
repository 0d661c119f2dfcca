import { beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import type { WordKey } from '@suanpan/messages/translate';
import { keepPages } from '../harness/kept-pages.ts';
import type { KeptPages } from '../harness/kept-pages.ts';
import { theServer } from '../harness/shared-server.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { testBrowser } from './testing/test-browser.ts';

const server = theServer();
const browser = await testBrowser();

const languages = [
  { cookie: 'tw', locale: 'zh-TW' },
  { cookie: 'cn', locale: 'zh-CN' },
  { cookie: 'en', locale: 'en' },
] as const;

/** A page in one language, and what a sentence is provoked with. */
interface Stage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly w: (key: WordKey, values?: Readonly<Record<string, string>>) => string;
  /** A screen as somebody; answers its panel. */
  open(username: string, screen: string, query?: string): Promise<Locator>;
  /** The login page, of nobody. */
  knock(): Promise<void>;
  enter(username: string, password: string): Promise<void>;
  /** From now on calls to this path are answered so. */
  answer(path: string, envelope: object): Promise<void>;
  /** From now on calls to this path are answered with an HTTP status. */
  fail(path: string, status: number, headers?: Record<string, string>): Promise<void>;
  sees(text: string): Promise<void>;
}

async function stageIn(locale: Locale, pages: KeptPages): Promise<Stage & { close(): Promise<void> }> {
  const { page, context, enter: signIn, giveBack } = await pages.take();
  const w: Stage['w'] = (key, values) => translate(locale, key, values);
  const ofPath = (path: string) => (url: URL) => url.pathname === `/api${path}`;
  return {
    page,
    context,
    w,
    async open(username, screen, query = '') {
      await signIn(username);
      await page.goto(`${server.url}/#/wrap/${screen}${query}`);
      return page.locator(`[id="panel-${screen}"]`);
    },
    async knock() {
      await page.goto(`${server.url}/#/userLogin`);
    },
    async enter(username, password) {
      await page.getByLabel(w('login.username'), { exact: true }).fill(username);
      await page.getByLabel(w('login.password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: w('login.submit'), exact: true }).click();
    },
    async answer(path, envelope) {
      await page.route(ofPath(path), (route) => route.fulfill({ json: envelope }));
    },
    async fail(path, status, headers = {}) {
      await page.route(ofPath(path), (route) => route.fulfill({ status, headers, body: '' }));
    },
    sees: (text) => page.getByText(text).first().waitFor(),
    close: giveBack,
  };
}

/** The server's own words for a code, as it would send them. */
const says = (code: number, message: string, more: object = {}) => ({ code, message, data: null, ...more });
const search = '/collection/transactions/search';
/** The accounts that somebody made for himself. */
const related = /\/api\/users\/[^/]+\/sub(\/search)?(\?.*)?$/;

/** A person's credentials up to where his code is asked for. */
async function knownToThePassword(stage: Stage): Promise<void> {
  const account = server.account('agent.hengxin');
  await stage.knock();
  await stage.enter(account.username, account.password);
  await stage.page.getByRole('heading', { name: stage.w('login.code.title') }).waitFor();
}

/** What a money act asks for, in the page's language. */
async function stepUp({ page, w }: Stage, username: string): Promise<void> {
  const account = server.account(username);
  await page.getByLabel(w('common.stepUp.paymentPassword')).fill(account.payment_password ?? '');
  await page.getByLabel(w('common.stepUp.code')).fill(await unusedCode(server, account));
}

async function channelDialog(stage: Stage): Promise<Locator> {
  const panel = await stage.open('admin.lin', 'admin.methods');
  await panel
    .getByRole('button', { name: stage.w('channelDefs.acts.edit'), exact: true })
    .first()
    .click();
  return stage.page.getByRole('dialog');
}

/** In the page: no line is ever opened. */
const noLine = `globalThis.WebSocket = class extends EventTarget {
  constructor() {
    super();
    setTimeout(() => this.onerror?.(new Event('error')));
  }
  close() {}
}`;

/** Of rules (§5) and errors (§8) of the specification: what is said, where it names the words in them, and what provokes it. */
const sentences: Readonly<
  Record<
    string,
    {
      readonly says?: Partial<Record<WordKey, string>>;
      /** Runs before the product does, on a page of its own. */
      readonly before?: string;
      provoke(stage: Stage): Promise<void>;
    }
  >
> = {
  'a login takes a code of six digits': {
    async provoke(stage) {
      await knownToThePassword(stage);
      const { page, sees, w } = stage;
      await page.getByRole('button', { name: w('login.code.submit'), exact: true }).click();
      await sees(w('login.code.required'));
      // What it lacks stands within its label.
      await page.getByLabel(w('login.code.label')).first().click();
      await page.keyboard.type('123');
      await page.getByRole('button', { name: w('login.code.submit'), exact: true }).click();
      await sees(w('login.code.sixDigits'));
    },
  },
  'without a bot check nothing is sent': {
    says: { 'login.botCheck.required': 'Please fill in the verification code and try again' },
    async provoke({ answer, enter, knock, page, w }) {
      let sent = 0;
      await page.route(
        (url) => url.pathname === '/api/login',
        (route) => {
          sent += 1;
          return route.abort();
        },
      );
      const unsolvable = { algorithm: 'SHA-256', challenge: '00', maxnumber: 1, salt: 's', signature: 's' };
      await answer('/captcha', { code: 0, message: '', data: unsolvable });
      await knock();
      await enter('admin.lin', 'any password');
      await page.getByRole('alert').getByText(w('login.botCheck.required')).waitFor();
      expect(sent).toBe(0);
    },
  },
  'payment.apply names each field that it lacks': {
    async provoke({ open, page, w }) {
      const panel = await open('xingji', 'payment.apply');
      await panel.getByRole('button', { name: w('payment.apply.check'), exact: true }).click();
      for (const key of ['bank_code', 'account_name', 'card_no', 'amount'] as const)
        await panel.getByText(w(`payment.required.${key}`)).waitFor();
      await panel.getByRole('combobox', { name: w('payment.apply.bank') }).fill('004');
      await panel.getByLabel(w('payment.apply.name')).fill('王小明');
      await panel.getByLabel(w('payment.apply.card')).fill('901122339955');
      await panel.getByLabel(w('payment.apply.amount')).fill('1100');
      await panel.getByRole('button', { name: w('payment.apply.check'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(w('common.stepUp.paymentPassword')).fill('a payment password');
      await dialog.getByRole('button', { name: w('payment.apply.confirm'), exact: true }).click();
      await dialog.getByText(w('common.stepUp.codeLack.required')).waitFor();
    },
  },
  'a withdrawal takes an account and an amount': {
    says: {
      'withdrawals.states.incomplete': 'Please fill in the complete data',
      'withdrawals.states.zero': 'The number of withdrawals cannot be 0',
    },
    async provoke(stage) {
      const { open, page, sees, w } = stage;
      const panel = await open('xingji', 'withdraws.apply');
      await panel.getByRole('button', { name: w('withdrawals.acts.apply'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await stepUp(stage, 'xingji');
      await dialog.getByRole('button', { name: w('withdrawals.acts.apply'), exact: true }).click();
      await sees(w('withdrawals.states.incomplete'));
      await dialog.getByLabel(w('withdrawals.fields.amount')).fill('0');
      await sees(w('withdrawals.states.zero'));
    },
  },
  'a channel has hours that end and a fee that is one, and says what is unlimited': {
    says: {
      'common.validation.hourRange': 'Wrong hour range selection',
      'errors.checkHandlingFee': 'Please check the handling fee',
    },
    async provoke(stage) {
      const { w } = stage;
      const dialog = await channelDialog(stage);
      for (const hint of ['zeroNoLimit', 'windowUnset', 'balanceUnset'] as const)
        await dialog
          .getByText(w(`common.hints.${hint}`))
          .first()
          .waitFor();
      await dialog.getByRole('button', { name: w('channelDefs.acts.addWindow') }).click();
      await dialog
        .getByLabel(new RegExp(`^${w('channelDefs.columns.windows')} \\d+ · ${w('channelDefs.fields.to')}$`))
        .last()
        .fill('09:00');
      await dialog
        .getByLabel(new RegExp(`· ${w('channelDefs.fields.pct').replaceAll(/[()]/g, '\\$&')}`))
        .fill('101');
      await dialog.getByPlaceholder(w('common.stepUp.reasonPlaceholder')).fill('a reason');
      await dialog.getByRole('button', { name: w('channelDefs.acts.save'), exact: true }).click();
      await dialog.getByText(w('common.validation.hourRange')).waitFor();
      await dialog.getByText(w('errors.checkHandlingFee')).first().waitFor();
      await dialog.getByRole('button', { name: w('common.buttons.cancel'), exact: true }).click();
    },
  },
  'no limit is said of payouts': {
    async provoke({ open, w }) {
      const panel = await open(
        'admin.lin',
        'payment.setting',
        `?user_id=${server.account('xingji').customer_id}`,
      );
      await panel.getByText(w('common.hints.zeroNoLimit')).first().waitFor();
    },
  },
  'an export covers seven days': {
    async provoke({ open, page, w }) {
      const panel = await open('admin.lin', 'collections.transactions', '?range=all');
      await panel.getByRole('button', { name: w('exports.button'), exact: true }).click();
      await page
        .getByRole('dialog')
        .getByText(w('exports.dialog.rangeWhy', { days: '7' }))
        .waitFor();
    },
  },
  'requests are told of two days': {
    async provoke({ open, w }) {
      const panel = await open('admin.lin', 'admin.log');
      await panel.getByText(w('common.hints.requestDays')).waitFor();
    },
  },
  'a search over more than a day hides the success rate': {
    async provoke({ open, w }) {
      const panel = await open('admin.lin', 'collections.transactions', '?range=all');
      await panel.getByText(w('orders.summary.rateHidden')).waitFor();
    },
  },
  'an account without rights is told to be given them first': {
    async provoke({ open, page, w }) {
      await page.route(related, async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: { items: object[] } };
        for (const item of answer.data.items) Object.assign(item, { set_access_first: true });
        await route.fulfill({ json: answer });
      });
      const panel = await open('admin.lin', 'users.subAcc');
      await panel.getByText(w('users.setAccessFirst')).first().waitFor();
    },
  },
  '99 and 400 on login: the server’s message, and the last one of the last field': {
    async provoke({ answer, enter, knock, page, w }) {
      await knock();
      await enter('admin.lin', 'not my password');
      await page.getByRole('alert').getByText(w('errors.loginRefused')).waitFor();
      await answer(
        '/login',
        says(400, 'not this', { errors: { username: ['one'], password: ['two', 'the last'] } }),
      );
      await enter('admin.lin', 'nor this one');
      await page.getByRole('alert').getByText('the last', { exact: true }).waitFor();
    },
  },
  '99 on the token: the login page': {
    async provoke({ context, page, w }) {
      await context.addCookies([{ name: 'token', value: 'nobody', url: server.url }]);
      await page.goto(`${server.url}/#/wrap/collections.transactions`);
      await page.waitForURL(/#\/userLogin/);
      await page.getByLabel(w('login.username'), { exact: true }).waitFor();
    },
  },
  '10001: the server’s message, the login page, and no token': {
    async provoke({ answer, context, open, page, sees, w }) {
      await answer(search, says(10_001, w('errors.sessionEnded')));
      await open('admin.lin', 'collections.transactions');
      await page.waitForURL(/#\/userLogin/);
      await sees(w('errors.sessionEnded'));
      expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([]);
    },
  },
  '10002 on a code: the prompt closes and says why': {
    async provoke(stage) {
      await knownToThePassword(stage);
      const { answer, page, w } = stage;
      await answer('/validate2FA', says(10_002, w('errors.challengeEnded')));
      await page.getByLabel(w('login.code.label'), { exact: true }).first().click();
      await page.keyboard.type('123456');
      await page.getByRole('alert').getByText(w('errors.challengeEnded')).waitFor();
      await page.getByLabel(w('login.username'), { exact: true }).waitFor();
    },
  },
  'a search of withdrawals without a match': {
    says: { 'errors.noDataFound': 'no data found' },
    async provoke({ answer, open, sees, w }) {
      await answer('/withdraws/list/search', says(404, w('errors.noDataFound')));
      await open('admin.lin', 'withdraws.list');
      await sees(w('errors.noDataFound'));
    },
  },
  'any other code: its message': {
    async provoke({ answer, open, page, w }) {
      await answer(search, says(20_999, w('errors.staleEdit')));
      await open('admin.lin', 'collections.transactions');
      await page.getByRole('alert').getByText(w('errors.staleEdit')).first().waitFor();
    },
  },
  'no network': {
    says: { 'errors.checkNetwork': 'check your network status' },
    async provoke({ open, page, sees, w }) {
      await page.route(
        (url) => url.pathname === `/api${search}`,
        (route) => route.abort(),
      );
      await open('admin.lin', 'collections.transactions');
      await sees(w('errors.checkNetwork'));
    },
  },
  '504, 429 and whatever else a proxy answers': {
    says: {
      'errors.serverBusy': 'server busy, try again',
      'errors.tooManyRequests': 'too many requests in a short time, system temporarily locked',
    },
    async provoke({ fail, open, page, sees, w }) {
      await fail(search, 504);
      await open('admin.lin', 'collections.transactions');
      await sees(w('errors.serverBusy'));
      await fail(search, 429, { 'retry-after': '1' });
      await page.reload();
      await sees(w('errors.tooManyRequests'));
      await fail(search, 502);
      await page.reload();
      await page.getByRole('alert').getByText('Error', { exact: true }).waitFor();
    },
  },
  'a line that fails is logged and shown as no error': {
    before: noLine,
    async provoke({ open, page, w }) {
      const logged = page.waitForEvent('console', {
        predicate: (line) => line.text().includes('no line could be opened'),
      });
      await page.route('**/socket.io/**', (route) => route.abort());
      const panel = await open('admin.lin', 'collections.transactions');
      await panel
        .getByRole('heading', { name: w('screens.titles.collections.transactions'), level: 1 })
        .waitFor();
      await logged;
      expect(await page.getByRole('alert').count()).toBe(0);
    },
  },
  'users that nobody has': {
    says: { 'common.table.empty': 'no data' },
    async provoke({ open, page, sees, w }) {
      await page.route(related, async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: { items: object[]; total: number } };
        await route.fulfill({ json: { ...answer, data: { ...answer.data, items: [], total: 0 } } });
      });
      await open('admin.lin', 'users.subAcc');
      await sees(w('common.table.empty'));
    },
  },
  'an id that is no senior agent': {
    says: { 'errors.enterPremiumProxyId': 'Please enter the correct Premium Proxy ID' },
    async provoke({ open, sees, w }) {
      await open(
        'admin.lin',
        'collections.transactions',
        `?agent_id=${server.account('xingji').customer_id}`,
      );
      await sees(w('errors.enterPremiumProxyId'));
    },
  },
  'a bank that is on no list': {
    says: { 'errors.selectCorrectBankName': 'Please select the correct bank name' },
    async provoke({ open, sees, w }) {
      const panel = await open('xingji', 'payment.apply');
      await panel.getByRole('tab', { name: w('payment.batch.tabs.batch') }).click();
      await panel.getByLabel(w('payment.batch.file')).setInputFiles({
        name: 'pay.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Bank,Account name,Card number,Amount\n999,王小明,901122334466,1214'),
      });
      await panel.getByRole('button', { name: w('payment.batch.read') }).click();
      await sees(w('errors.selectCorrectBankName'));
    },
  },
  'a card that nobody used': {
    says: { 'errors.noCardNumberFound': 'No card number found' },
    async provoke({ open, sees, w }) {
      const panel = await open('admin.lin', 'payment.card');
      const field = panel.getByLabel(w('payment.card.search')).first();
      await field.fill('900000000001');
      await field.press('Enter');
      await sees(w('errors.noCardNumberFound'));
    },
  },
  'a provider that does not answer, or is not there': {
    says: {
      'errors.noResponseAfterTimeout': 'No response after timeout',
      'errors.checkDomainOrSafelist':
        'Please check whether the third-party domain name is correct or whether you need to add a safelist',
    },
    async provoke({ open, page, sees, w }) {
      const panel = await open('admin.lin', 'admin.methods');
      for (const [outcome, key] of [
        ['timeout', 'errors.noResponseAfterTimeout'],
        ['unreachable', 'errors.checkDomainOrSafelist'],
      ] as const) {
        await page.route(/\/api\/methods\/\d+\/test$/, (route) =>
          route.fulfill({ json: { code: 0, message: '', data: { outcome, ms: 8000, message: w(key) } } }),
        );
        await panel.locator('tbody [data-act=more]').first().click();
        await page.getByRole('menuitem', { name: w('channelDefs.acts.test'), exact: true }).click();
        await sees(w(key));
        await page.mouse.move(0, 0);
      }
    },
  },
};

describe.each(languages)('in $locale', ({ cookie, locale }) => {
  let pages: KeptPages;
  beforeAll(() => {
    pages = keepPages(browser, server, cookie);
  });
  test.each(Object.entries(sentences))('%s', { timeout: 120_000 }, async (_name, { before, provoke }) => {
    const own = before === undefined ? pages : keepPages(browser, server, cookie, before);
    const stage = await stageIn(locale, own);
    await provoke(stage);
    await stage.close();
  });
});

test('where the specification names the words, they are those', () => {
  const named = Object.values(sentences).flatMap((one) => Object.entries(one.says ?? {}));
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([key]) => translate('en', key as WordKey))).toEqual(named.map(([, words]) => words));
});
