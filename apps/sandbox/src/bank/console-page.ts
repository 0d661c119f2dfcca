import { displayDecimal } from '../decimal.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import { displayHour, displayTime } from '../pages/time.ts';
import type { Charge } from './charge.ts';
import { chargeBadge } from './charge-badge.ts';
import { chargePanel } from './charge-panel.ts';
import type { NotifyLine } from './notifies.store.ts';
import { notifyLog } from './notify-log.ts';
import type { PageContext } from './page-frame.ts';
import type { PlannedStep } from './plan-steps.ts';
import { scenarioWords } from './scenario-words.ts';

/** What the console shows. */
export interface ConsoleView {
  charges: readonly Charge[];
  /** The charge the reader opened, or the newest one. */
  open: { charge: Charge; steps: readonly PlannedStep[] } | null;
  log: readonly NotifyLine[];
  now: Date;
  speed: number;
}

const chargeRow = (charge: Charge, view: ConsoleView, context: PageContext): Html => {
  const isOpen = view.open?.charge.id === charge.id;
  const { words, language } = context;
  return html`<tr class="row" ${isOpen && html` aria-current="true"`}>
    <td class="tight quiet">${displayHour(charge.createdAt)}</td>
    <td class="tight">
      <a
        class="id"
        title="${charge.merchantOrderNo}"
        href="${context.link(`/console/charges/${charge.chargeNo}`)}"
        >${charge.merchantOrderNo}</a
      >
      <div class="small quiet">
        ${charge.dialect !== 'simpay' && `${charge.dialect} · `}${words[`kind.${charge.kind}`]}${charge.payerName && ` · ${charge.payerName}`}
      </div>
    </td>
    <td class="number">
      ${displayDecimal(charge.amountMicro)}
      <div class="small quiet">${charge.currency}</div>
    </td>
    <td class="small scenario">
      ${charge.scenario ? html`<span class="chip">${charge.scenario}</span> ${scenarioWords(charge.scenario, language)}` : html`<span class="quiet">${words.byHand}</span>`}
    </td>
    <td class="tight">${chargeBadge(charge, view.now.getTime(), words)}</td>
  </tr>`;
};

/** The console: the charges, the open one with its scenarios, and the notify log. */
export function consolePage(view: ConsoleView, context: PageContext): Html {
  const { words } = context;
  const chargeNo = view.open?.charge.chargeNo;
  const here = chargeNo ? `/console/charges/${chargeNo}` : '/console';
  return page(
    context.frame({ title: words.console, here, isLive: true, withLinks: true }),
    html`<div class="columns">
      <div>
        <section class="sheet">
          <header>
            <h2>${words.charges}</h2>
            <span class="aside small quiet" id="clock" data-live
              >${displayTime(view.now)} · ${words.speed} ×${view.speed}</span
            >
          </header>
          <div class="scroll list" id="charges" data-live>
            ${
              view.charges.length === 0
                ? html`<p class="empty">${words.noCharges}</p>`
                : html`<table>
                    <thead>
                      <tr>
                        <th class="tight">${words.time}</th>
                        <th>${words.order}</th>
                        <th class="number">${words.amount}</th>
                        <th class="scenario">${words.scenario}</th>
                        <th>${words.status}</th>
                      </tr>
                    </thead>
                    <tbody>
                      ${view.charges.map((charge) => chargeRow(charge, view, context))}
                    </tbody>
                  </table>`
            }
          </div>
        </section>
      </div>
      <div>
        ${view.open && chargePanel(view.open.charge, view.open.steps, view.now.getTime(), context)}
        <section class="sheet">
          <header>
            <h2>${words.notifyLog}</h2>
            ${view.open && html`<span class="aside small"><a href="${context.link('/console/notifies')}">${words.allLog}</a></span>`}
          </header>
          <div id="log" data-live>${notifyLog(view.log, context)}</div>
        </section>
      </div>
    </div>`,
  );
}

/** The notify log of all charges on a page of its own. */
export function notifyLogPage(log: readonly NotifyLine[], context: PageContext): Html {
  const { words } = context;
  return page(
    context.frame({ title: words.notifyLog, here: '/console/notifies', isLive: true, withLinks: true }),
    html`<section class="sheet">
      <header>
        <h2>${words.notifyLog}</h2>
        <span class="aside small"><a href="${context.link('/console')}">${words.console}</a></span>
      </header>
      <div id="log" data-live>${notifyLog(log, context)}</div>
    </section>`,
  );
}

/** Says why an order of the platform has nothing here, and leads to what there is. */
export function noChargePage(context: PageContext): Html {
  const { words } = context;
  return page(
    context.frame({ title: words.console, here: '/console', isLive: false, withLinks: true }),
    html`<section class="sheet">
      <p class="empty">${words.noChargeOfOrder}</p>
    </section>`,
  );
}
