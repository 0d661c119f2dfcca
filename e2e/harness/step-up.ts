import type { Locator, Page } from 'playwright-core';
import type { ServerView } from './server-view.ts';
import { unusedCode } from './unused-code.ts';

/** Fills in what a money or secret act asks for. */
export async function fillStepUp(form: Locator | Page, server: ServerView, username: string): Promise<void> {
  const account = server.account(username);
  if (account.payment_password === undefined) throw new Error(`${username} has no payment password`);
  await form.getByLabel('Payment password').fill(account.payment_password);
  await form.getByLabel('Two-factor code').fill(await unusedCode(server, account));
}
