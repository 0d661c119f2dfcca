import type { Locator } from 'playwright-core';
import { codeOf } from './back-office.ts';
import type { DemoAccount } from './server-view.ts';

/** Fills in what a money or secret act asks for. A code counts once, so an account does one such act a half minute. */
export async function fillStepUp(dialog: Locator, account: DemoAccount): Promise<void> {
  if (account.payment_password === undefined) throw new Error(`${account.username} has no payment password`);
  await dialog.getByLabel('Payment password').fill(account.payment_password);
  await dialog.getByLabel('Two-factor code').fill(codeOf(account));
}
