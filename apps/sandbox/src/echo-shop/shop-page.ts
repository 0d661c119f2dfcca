import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import type { Language } from '../pages/language.ts';
import { page, withLanguage } from '../pages/page.ts';
import { eventTable } from './event-table.ts';
import type { ReceivedEvent, ShopTotals } from './events.store.ts';
import { modes } from './modes.ts';
import type { Behaviour, Mode } from './modes.ts';
import { shopFrame } from './shop-frame.ts';
import { echoWords } from './words.ts';
import type { EchoWords } from './words.ts';

/** What the page of the echo shop shows. */
export interface ShopView {
  shops: readonly { shop: string; name: string; behaviour: Behaviour; totals: ShopTotals }[];
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
  const { shop, name, behaviour, totals } = entry;
  const action = `${view.prefix}${withLanguage(`/hooks/${shop}/mode`, view.language)}`;
  return html`<section class="sheet">
    <header>
      <h2>${name} <span class="mono quiet">${shop}</span></h2>
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

/** The page of the echo shop: each shop with its mode, and what it received, newest first. */
export function shopPage(view: ShopView): Html {
  const words = echoWords[view.language];
  const { language, prefix } = view;
  return page(
    shopFrame({ language, prefix, title: words.title, here: '/callbacks', isLive: true }),
    html`<p class="quiet small">${words.behaviourHint}</p>
      <br />
      ${view.shops.map((entry) => shopSheet(entry, view, words))}
      <section class="sheet">
        <header><h2>${words.title}</h2></header>
        <div class="scroll" id="events" data-live>${eventTable(view.events, words, words.none)}</div>
      </section>`,
  );
}
