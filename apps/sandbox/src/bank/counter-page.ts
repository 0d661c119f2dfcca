import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import type { PageContext } from './page-frame.ts';

/** The counter: a transfer to any account or store code the bank issued. */
export function counterPage(
  context: PageContext,
  filled: { account: string; amount: string },
  problem: string | null,
): Html {
  const { words } = context;
  return page(
    context.frame({ title: words.counterTitle, here: '/counter', isLive: false, withLinks: true }),
    html`<div class="narrow">
      <section class="sheet">
        <header><h2>${words.counterTitle}</h2></header>
        <div class="body">
          <p class="quiet small">${words.counterHint}</p>
          <br />
          <form method="post" action="${context.link('/counter')}" class="stack">
            ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
            <label
              >${words.accountOrCode}<input
                name="account"
                class="mono"
                autocomplete="off"
                required
                maxlength="32"
                value="${filled.account}"
            /></label>
            <label
              >${words.otherAmount}<input
                name="amount"
                inputmode="decimal"
                autocomplete="off"
                required
                value="${filled.amount}"
            /></label>
            <button class="main">${words.transfer}</button>
          </form>
        </div>
      </section>
    </div>`,
  );
}
