import { displayDecimal, formatDecimal } from '../decimal.ts';
import { html, webAddress } from '../pages/html.ts';
import type { Content, Html } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import { scenarioWords } from './scenario-words.ts';
import { displayTime } from '../pages/time.ts';
import { shownStatus } from './charge.ts';
import type { Charge } from './charge.ts';
import { chargeBadge } from './charge-badge.ts';
import { paymentFacts } from './charge-panel.ts';
import type { PageContext } from './page-frame.ts';

const amountOf = (charge: Charge, micro: bigint): string => `${charge.currency} ${displayDecimal(micro)}`;

function choices(charge: Charge, context: PageContext, problem: string | null): Html {
  const { words } = context;
  const action = context.link(`/pay/${charge.chargeNo}`);
  return html`<div class="stack">
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <form method="post" action="${action}">
      <input type="hidden" name="choice" value="exact" />
      <div class="stack">
        <button class="main">
          ${words.payExact.replace('{amount}', amountOf(charge, charge.amountMicro))}
        </button>
      </div>
    </form>
    <form method="post" action="${action}">
      <input type="hidden" name="choice" value="other" />
      <div class="line end">
        <label class="grow"
          >${words.payOther}<input
            name="amount"
            inputmode="decimal"
            autocomplete="off"
            required
            value="${formatDecimal(charge.amountMicro)}" /></label
        ><button>${words.pay}</button>
      </div>
    </form>
    <form method="post" action="${action}">
      <input type="hidden" name="choice" value="decline" />
      <div class="stack"><button class="danger">${words.decline}</button></div>
    </form>
  </div>`;
}

/** Where the amount chose a course, that the bank takes it whatever the payer does. */
function ofItself(charge: Charge, nowMs: number, { language, words }: PageContext): Content {
  if (charge.scenario === null || shownStatus(charge, nowMs) !== 'pending') return null;
  const course = `${charge.scenario} · ${scenarioWords(charge.scenario, language)}`;
  return html`<p class="note" role="status">${words.ofItself.replace('{course}', course)}</p>
    <br />`;
}

function outcome(charge: Charge, nowMs: number, context: PageContext, problem: string | null): Content {
  const { words } = context;
  switch (shownStatus(charge, nowMs)) {
    case 'paid':
      return html`<p class="note good" role="status">
        <b>${words.isPaid}</b
        ><br />${words.received.replace('{amount}', amountOf(charge, charge.paidMicro ?? 0n))}
      </p>`;
    case 'failed':
      return html`<p class="note bad" role="status">${words.isFailed}</p>`;
    case 'reversed':
      return html`<p class="note bad" role="status">${words.isReversed}</p>`;
    case 'expired':
      return html`<div class="stack">
        <p class="note warn">${words.isExpired}</p>
        ${choices(charge, context, problem)}
      </div>`;
    case 'pending':
      return choices(charge, context, problem);
  }
}

/** The payer's page at the bank: pay what is asked, pay something else, or decline. */
export function payPage(charge: Charge, nowMs: number, context: PageContext, problem: string | null): Html {
  const { words } = context;
  const back = webAddress(charge.returnUrl);
  return page(
    context.frame({
      title: words.payTitle,
      here: `/pay/${charge.chargeNo}`,
      isLive: true,
      withLinks: false,
    }),
    html`<div class="narrow">
      <section class="sheet">
        <header>
          <h2>${words.payTitle}</h2>
          <span class="aside" id="badge" data-live>${chargeBadge(charge, nowMs, words)}</span>
        </header>
        <div class="body">
          <p class="amount"><small>${charge.currency}</small>${displayDecimal(charge.amountMicro)}</p>
          <dl class="facts">
            <dt>${words.payTo}</dt>
            <dd>${charge.merchantNo}</dd>
            <dt>${words.yourOrder}</dt>
            <dd class="mono">${charge.merchantOrderNo}</dd>
            ${(charge.payment.type === 'bank_account' || charge.payment.type === 'cvs_code') && paymentFacts(charge, context)}
            <dt>${words.expires}</dt>
            <dd>${displayTime(charge.expiresAt)}</dd>
          </dl>
          <hr class="rule" />
          <div id="outcome" data-live>
            ${ofItself(charge, nowMs, context)} ${outcome(charge, nowMs, context, problem)}
          </div>
          ${
            back &&
            html`<hr class="rule" />
              <p><a href="${back}" rel="noreferrer">${words.back}</a></p>`
          }
        </div>
      </section>
    </div>`,
  );
}
