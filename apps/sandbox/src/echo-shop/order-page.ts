import { scenarioWords } from '../bank/scenario-words.ts';
import { html, webAddress } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import type { Language } from '../pages/language.ts';
import { page, withLanguage } from '../pages/page.ts';
import { badge } from '../pages/badge.ts';
import type { Mood } from '../pages/badge.ts';
import { displayTime } from '../pages/time.ts';
import { eventTable } from './event-table.ts';
import type { ReceivedEvent } from './events.store.ts';
import { byHand } from './goods.ts';
import type { PlacedOrder } from './orders.store.ts';
import type { PlacedCollection } from './platform.ts';
import { shopFrame } from './shop-frame.ts';
import { echoWords } from './words.ts';

/** What the page of an order shows. */
export interface OrderView {
  order: PlacedOrder;
  events: readonly ReceivedEvent[];
  /** How the platform says it stands; null when it could not be asked. */
  now: PlacedCollection | null;
  bankPages: string;
  language: Language;
  prefix: string;
}

/** Where this order is paid: the bank's page, or its counter with account and amount filled in. */
function payAddress({ now, bankPages, language }: OrderView): string | null {
  if (!now?.payment) return null;
  const { payment } = now;
  if (payment.type === 'redirect') return webAddress(payment.url);
  if (payment.type === 'qr') return webAddress(payment.content);
  const account = payment.type === 'bank_account' ? payment.account_no : payment.code;
  const query = new URLSearchParams({ account, amount: now.pay_amount });
  return `${bankPages}${withLanguage(`/counter?${query}`, language)}`;
}

/** Whole units as an amount. */
const shown = (units: bigint): string => `${units.toLocaleString('en-US')}.00`;

function moodOf(now: PlacedCollection | null): Mood {
  if (now === null) return 'plain';
  if (now.status === 'succeeded') return 'good';
  return now.status === 'pending' ? 'warn' : 'bad';
}

/** One order after its checkout: what was bought, whether it is paid, and every callback about it. */
export function orderPage(view: OrderView): Html {
  const { order, events, now, language, prefix, bankPages } = view;
  const words = echoWords[language];
  const pay = payAddress(view);
  const isOpen = now?.status === 'pending';
  const course =
    order.course === byHand
      ? words.courseByHand
      : `${order.course} · ${scenarioWords(order.course, language)}`;
  return page(
    shopFrame({ language, prefix, title: words.yourOrder, here: `/orders/${order.orderNo}`, isLive: true }),
    html`<section class="sheet">
        <header>
          <h2>${words.yourOrder} <span class="mono">${order.orderNo}</span></h2>
          <span class="aside" id="state" data-live
            >${badge(moodOf(now), words[`state.${now?.status ?? 'unknown'}`])}</span
          >
        </header>
        <div class="body">
          <p class="amount"><small>${order.currency}</small>${shown(order.total)}</p>
          <dl class="facts">
            <dt>${words.time}</dt>
            <dd>${displayTime(order.placedAt)}</dd>
            ${order.lines.map(
              ({ name, count, cost }) =>
                html`<dt>${name} × ${count}</dt>
                  <dd>${order.currency} ${shown(BigInt(cost))}</dd>`,
            )}
            <dt>${words.digits}</dt>
            <dd>${order.currency} ${shown(BigInt(order.course))}</dd>
            <dt>${words.total}</dt>
            <dd><b>${order.currency} ${shown(order.total)}</b></dd>
            <dt>${words.course}</dt>
            <dd>${course}</dd>
          </dl>
          <br />
          <div class="line" id="ways" data-live>
            ${isOpen && html`<a class="button" href="${order.checkoutUrl}">${words.toCheckout}</a>`}
            ${isOpen && pay && html`<a class="button" href="${pay}">${words.toBank}</a>`}
            <a class="button" href="${bankPages}${withLanguage('/console', language)}">${words.toConsole}</a>
            <a
              class="button"
              href="${prefix}${withLanguage(`/?shop=${order.shop}&course=${order.course}`, language)}"
              >${words.again}</a
            >
          </div>
        </div>
      </section>
      <section class="sheet">
        <header><h2>${words.heard}</h2></header>
        <div class="scroll" id="events" data-live>${eventTable(events, words, words.nothingHeard)}</div>
      </section>`,
  );
}
