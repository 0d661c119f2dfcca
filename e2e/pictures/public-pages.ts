import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openPage, speak } from '../harness/browser.ts';
import { Merchant } from '../harness/merchant.ts';
import { Payer } from '../harness/payer.ts';
import { viewServer } from '../harness/server-view.ts';
import type { Camera } from './camera.ts';
import { settleMs } from './inner-states.ts';

interface PublicShots {
  readonly browser: Browser;
  readonly window: BrowserContextOptions;
  readonly place: { readonly url: string; readonly dataDir: string };
  readonly camera: Camera;
}

/** The pages without the shell: login and its steps, the payer's pages in each state, the bank and the echo shop. */
export async function shootPublic(shots: PublicShots): Promise<void> {
  const { url, dataDir } = shots.place;
  const server = viewServer({ url, dataDir, pid: 0 });
  const { page, context } = await openPage(shots.browser, shots.window);
  const { language } = shots.camera.look;
  await speak(context, url, language);
  const take = (name: string): Promise<void> => shots.camera.take(page, 'public', name);
  const shoot = async (address: string, name: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
    await page.waitForTimeout(settleMs);
    await take(name);
  };
  await shoot(`${url}/#/userLogin`, 'login');
  await shoot(`${url}/#/404`, 'not-found');
  const signIn = async (username: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${url}/#/userLogin`);
    const account = server.account(username);
    const form = page.locator('form').first();
    await form.locator('input').nth(0).fill(account.username);
    await form.locator('input').nth(1).fill(account.password);
    await form.locator('button[type=submit]').click();
    await page.waitForTimeout(settleMs * 4);
  };
  await signIn('agent.hengxin');
  await take('login-code');
  await signIn('manager.new');
  await take('login-bind-1');
  for (let step = 2; step <= 3; step += 1) {
    await nextStep(page);
    await take(`login-bind-${step}`);
  }

  const merchant = new Merchant(url, server.account('yunduan'));
  const locale = { tw: 'zh-TW', cn: 'zh-CN', en: 'en' }[language];
  const payer = { name: '陳大文' };
  const bank = await merchant.order({
    amount: '1850.00',
    method: 'bank_transfer',
    product_name: '茶具一組',
    payer,
    locale,
  });
  await shoot(bank.checkout_url, 'pay-bank');
  const cvs = await merchant.order({ amount: '420.00', method: 'cvs', payer, locale });
  await shoot(cvs.checkout_url, 'pay-cvs');
  const qr = await merchant.order({ amount: '12850.00', method: 'qr', locale });
  await shoot(qr.checkout_url, 'pay-qr');
  const wechat = new Merchant(url, server.account('hailan'));
  const steps = await wechat.order({ amount: '650.00', method: 'wechat', locale });
  await shoot(steps.checkout_url, 'pay-wechat');
  const card = await wechat.order({ amount: '650.00', method: 'private_transfer', payer, locale });
  await shoot(card.checkout_url, 'pay-private');
  await wechat.close(card.id);
  const chain = new Merchant(url, server.account('pacific'));
  const coin = await chain.order({ amount: '25.50', currency: 'USDT', method: 'usdt_trc20', locale });
  await shoot(coin.checkout_url, 'pay-usdt');
  const open = await merchant.order({ amount: '650.00', locale });
  await shoot(open.checkout_url, 'pay-choose');
  await new Payer(url, qr.checkout_url).look();
  await merchant.simulate(qr.id, '00');
  await page.waitForTimeout(settleMs * 4);
  await shoot(qr.checkout_url, 'pay-done');
  await merchant.close(bank.id);
  await shoot(bank.checkout_url, 'pay-closed');
  await shoot(`${url}/pay/#/checkout?t=nothing`, 'pay-unknown');
  await shoot(`${url}/sandbox/console?lang=${locale}`, 'bank-console');
  await shoot(`${url}/sandbox/counter?lang=${locale}`, 'bank-counter');
  await shoot(`${url}/sandbox/transfers?lang=${locale}`, 'bank-transfers');
  await shoot(`${url}/echo-shop/?lang=${locale}`, 'echo-shop');
  await shoot(`${url}/echo-shop/callbacks?lang=${locale}`, 'echo-shop-callbacks');
  await context.close();
}

async function nextStep(page: Page): Promise<void> {
  await page.locator('main section button').last().click();
  await page.waitForTimeout(settleMs);
}
