import { displayDecimal } from '../decimal.ts';
import { html, webAddress } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { displayTime } from '../pages/time.ts';
import { badge } from '../pages/badge.ts';
import type { Charge } from './charge.ts';
import { chargeBadge } from './charge-badge.ts';
import type { PageContext } from './page-frame.ts';
import type { PlannedStep } from './plan-steps.ts';
import { scenarioWords } from './scenario-words.ts';
import { scenarios } from './scenarios.ts';

const isCreationOnly = (scenario: { creation?: string }): boolean =>
  scenario.creation !== undefined && scenario.creation !== 'notify_first';

/** Where the payer pays: account, code or address. */
export function paymentFacts(charge: Charge, context: PageContext): Html {
  const { payment } = charge;
  const { words } = context;
  switch (payment.type) {
    case 'bank_account':
      return html`<dt>${words.account}</dt>
        <dd>
          ${payment.bank_code} ${payment.bank_name} ${payment.branch}<br /><span class="mono"
            >${payment.account_no}</span
          >
          ${payment.holder}
        </dd>`;
    case 'cvs_code':
      return html`<dt>${words.code}</dt>
        <dd><span class="mono">${payment.code}</span> ${payment.store}</dd>`;
    case 'qr':
      return html`<dt>QR</dt>
        <dd class="mono">${payment.content}</dd>`;
    case 'redirect':
      return html`<dt>URL</dt>
        <dd class="mono">${payment.url}</dd>`;
  }
}

/** Everything about one charge, with a button for each scenario that can still be played. */
export function chargePanel(
  charge: Charge,
  steps: readonly PlannedStep[],
  nowMs: number,
  context: PageContext,
): Html {
  const { words, language } = context;
  const notify = webAddress(charge.notifyUrl);
  return html`<section class="sheet">
    <div id="charge" data-live>
      <header>
        <h2 class="mono break">${charge.chargeNo}</h2>
        <span class="aside line"
          >${charge.simulated && badge('warn', words.simulated)}${chargeBadge(charge, nowMs, words)}</span
        >
      </header>
      <div class="body">
        <p class="amount"><small>${charge.currency}</small>${displayDecimal(charge.amountMicro)}</p>
        <dl class="facts">
          <dt>${words.order}</dt>
          <dd class="mono">${charge.merchantOrderNo}</dd>
          ${
            charge.paidMicro !== null &&
            html`<dt>${words.paid}</dt>
              <dd>${displayDecimal(charge.paidMicro)} · ${charge.paidAt && displayTime(charge.paidAt)}</dd>`
          }
          ${paymentFacts(charge, context)}
          ${
            charge.payerName &&
            html`<dt>${words.payer}</dt>
              <dd>${charge.payerName}</dd>`
          }
          <dt>${words.expires}</dt>
          <dd>${displayTime(charge.expiresAt)}</dd>
          <dt>${words.notifyUrl}</dt>
          <dd class="mono">${notify ?? charge.notifyUrl}</dd>
          <dt>${words.next}</dt>
          <dd>
            ${
              steps.length === 0
                ? html`<span class="quiet">${words.nothingNext}</span>`
                : steps.map(
                    (step) => html`<div>${displayTime(step.dueAt)} · ${words[`act.${step.act.do}`]}</div>`,
                  )
            }
          </dd>
          <dt>${words.payPage}</dt>
          <dd><a href="${context.link(`/pay/${charge.chargeNo}`)}">/pay/${charge.chargeNo}</a></dd>
        </dl>
      </div>
    </div>
    <div class="body">
      <h3 class="small">${words.play}</h3>
      <p class="small quiet">${words.playHint}</p>
      <br />
      <div class="buttons">
        ${scenarios
          .filter((scenario) => !isCreationOnly(scenario))
          .map(
            (scenario) =>
              html`<form method="post" action="${context.link(`/console/charges/${charge.chargeNo}/play`)}">
        <input type="hidden" name="scenario" value="${scenario.code}">
        <button${charge.scenario === scenario.code && html` aria-pressed="true"`}><span class="chip">${scenario.code}</span>${scenarioWords(scenario.code, language)}</button>
      </form>`,
          )}
      </div>
      <hr class="rule" />
      <p class="small quiet">${words.onlyOnCreate}</p>
      <p class="line small">
        ${scenarios
          .filter(isCreationOnly)
          .map(
            (scenario) =>
              html`<span
                ><span class="chip">${scenario.code}</span> ${scenarioWords(scenario.code, language)}</span
              >`,
          )}
      </p>
    </div>
  </section>`;
}
