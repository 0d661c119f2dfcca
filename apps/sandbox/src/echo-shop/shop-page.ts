import { badge } from '../pages/badge.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import type { Language } from '../pages/language.ts';
import { page, withLanguage } from '../pages/page.ts';
import { displayTime } from '../pages/time.ts';
import type { ReceivedEvent, ShopTotals } from './events.store.ts';
import { modes } from './modes.ts';
import type { Behaviour, Mode } from './modes.ts';
import { echoWords } from './words.ts';
import type { EchoWords } from './words.ts';

/** What the page of the echo shop shows. */
export interface ShopView {
  shops: readonly { shop: string; behaviour: Behaviour; totals: ShopTotals }[];
  events: readonly ReceivedEvent[];
  language: Language;
  prefix: string;
}

const modeButton = (mode: Mode, behaviour: Behaviour, action: string, words: EchoWords): Html => {
  const pressed = behaviour.mode === mode && html` aria-pressed="true"`;
  const field = html`<input type="hidden" name="mode" value="${mode}" />`;
  if (mode !== 'flaky') {
    return html`<form method="post" action="${action}">${field}<button${pressed}>${words[`mode.${mode}`]}</button></form>`;
  }
  return html`<form method="post" action="${action}" class="line">${field}<button${pressed}>${words['mode.flaky']}</button><input class="short" name="n" type="number" min="1" max="20" value="${behaviour.n}" aria-label="n"></form>`;
};

const shopSheet = (entry: ShopView['shops'][number], view: ShopView, words: EchoWords): Html => {
  const { shop, behaviour, totals } = entry;
  const action = `${view.prefix}${withLanguage(`/hooks/${shop}/mode`, view.language)}`;
  return html`<section class="sheet">
    <header>
      <h2>${words.shop} <span class="mono">${shop}</span></h2>
      <span class="aside tiles" id="totals-${shop}" data-live
        ><span><b>${totals.received}</b> ${words.received}</span
        ><span><b>${totals.verified}</b> ${words.verified}</span
        ><span><b>${totals.received - totals.verified}</b> ${words.unverified}</span
        ><span><b>${totals.repeated}</b> ${words.repeated}</span></span
      >
    </header>
    <div class="body">
      <p class="mono small quiet break">POST /hooks/${shop}</p>
      <br />
      <div class="line" id="modes-${shop}" data-live>
        ${modes.map((mode) => modeButton(mode, behaviour, action, words))}
      </div>
    </div>
  </section>`;
};

const eventRow = (event: ReceivedEvent, words: EchoWords): Html =>
  html`<tr class="row">
    <td class="tight quiet">${displayTime(event.receivedAt)}</td>
    <td>${event.shop}</td>
    <td>
      <span class="id">${event.type ?? '–'}</span>
      <div class="small quiet">
        ${words.attempt.replace('{n}', String(event.attempt))} ·
        <span class="id" title="${event.eventKey}">${event.eventKey}</span>
      </div>
    </td>
    <td><span class="id" title="${event.orderNo}">${event.orderNo ?? '–'}</span></td>
    <td class="number">
      ${event.amount ?? '–'}
      <div class="small quiet">${event.currency}</div>
    </td>
    <td>
      ${event.verified ? badge('good', words.verified) : badge('bad', words.unverified)}
      <div class="small quiet">${event.verified ? event.form : event.reason}</div>
    </td>
    <td class="tight">
      ${badge(event.answered < 300 ? 'good' : 'warn', `HTTP ${event.answered}`)}
      <div class="small quiet">${words[`mode.${event.mode}`]}</div>
    </td>
    <td class="wide">
      <details id="e${event.id}">
        <summary>${words.raw}</summary>
        <pre>
${Object.entries(event.headers).map(([name, value]) => `${name}: ${value}\n`)}
${event.body}</pre>
      </details>
    </td>
  </tr>`;

/** The page of the echo shop: each shop with its mode, and what it received, newest first. */
export function shopPage(view: ShopView): Html {
  const words = echoWords[view.language];
  const frame = {
    language: view.language,
    prefix: view.prefix,
    title: `${words.title} · ${words.brand}`,
    brand: words.brand,
    tagline: words.tagline,
    links: [],
    here: '/',
    isLive: true,
  };
  return page(
    frame,
    html`<p class="quiet small">${words.behaviourHint}</p>
      <br />
      ${view.shops.map((entry) => shopSheet(entry, view, words))}
      <section class="sheet">
        <header><h2>${words.title}</h2></header>
        <div class="scroll" id="events" data-live>
          ${
            view.events.length === 0
              ? html`<p class="empty">${words.none}</p>`
              : html`<table>
                  <thead>
                    <tr>
                      <th>${words.time}</th>
                      <th>${words.shop}</th>
                      <th>${words.event}</th>
                      <th>${words.order}</th>
                      <th class="number">${words.amount}</th>
                      <th>${words.check}</th>
                      <th>${words.answered}</th>
                      <th></th>
                    </tr>
                  </thead>
                  <tbody>
                    ${view.events.map((event) => eventRow(event, words))}
                  </tbody>
                </table>`
          }
        </div>
      </section>`,
  );
}
