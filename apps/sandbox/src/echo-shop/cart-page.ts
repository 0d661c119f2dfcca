import { scenarioWords } from '../bank/scenario-words.ts';
import { scenarios } from '../bank/scenarios.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import type { Language } from '../pages/language.ts';
import { page, withLanguage } from '../pages/page.ts';
import { modes } from './modes.ts';
import type { Mode } from './modes.ts';
import { mostOfOne } from './basket.ts';
import type { Shop } from './echo-environment.ts';
import { byHand, goods } from './goods.ts';
import { shopFrame } from './shop-frame.ts';
import { echoWords } from './words.ts';

/** What the cart shows. */
export interface CartView {
  shops: readonly Shop[];
  shop: Shop;
  course: string;
  /** How the shop answers the callbacks of this order. */
  answer: Mode;
  problem: string | null;
  language: Language;
  prefix: string;
}

const option = (value: string, chosen: string, words: string): Html =>
  html`<option value="${value}" ${value === chosen && html` selected`}>${words}</option>`;

/** Products, how many of each, what the bank will do, and the way to the checkout. */
export function cartPage(view: CartView): Html {
  const { shop, answer, course, language, prefix, problem } = view;
  const words = echoWords[language];
  const here = `/?shop=${shop.shop}&course=${course}&answer=${answer}`;
  const action = `${prefix}${withLanguage('/orders', language)}`;
  const sellers = view.shops.filter(({ selling }) => selling !== undefined);
  return page(
    shopFrame({ language, prefix, title: words.cart, here, isLive: false }),
    html`<section class="sheet shop">
        <header>
          <h2>${shop.selling?.name ?? shop.shop}</h2>
          <form method="get" action="${prefix}/" class="aside line">
            <input type="hidden" name="lang" value="${language}" />
            <input type="hidden" name="course" value="${course}" />
            <input type="hidden" name="answer" value="${answer}" />
            <select name="shop" aria-label="${words.shop}">
              ${sellers.map((each) => option(each.shop, shop.shop, each.selling?.name ?? each.shop))}
            </select>
            <button>${words.choose}</button>
          </form>
        </header>
        ${problem !== null && html`<div class="body"><p class="note bad" role="alert">${problem}</p></div>`}
        ${
          shop.selling === undefined
            ? html`<p class="empty">${words.notSelling}</p>`
            : html`<form method="post" action="${action}" data-cart>
                <input type="hidden" name="shop" value="${shop.shop}" />
                <div class="body goods">
                  ${goods.map(
                    (each, place) =>
                      html`<label class="article"
                        ><b>${each.name[language]}</b>
                        <span>${shop.selling?.currency} ${each.price.toLocaleString('en-US')}</span>
                        <input
                          type="number"
                          name="count.${each.code}"
                          min="0"
                          max="${mostOfOne}"
                          value="${place === 0 ? 1 : 0}"
                          data-price="${each.price}"
                          aria-label="${each.name[language]} · ${words.count}"
                        />
                      </label>`,
                  )}
                </div>
                <div class="body stack">
                  <label
                    >${words.course}
                    <select name="course">
                      ${option(byHand, course, words.courseByHand)}
                      ${scenarios.map(({ code }) => option(code, course, `${code} · ${scenarioWords(code, language)}`))}
                    </select>
                  </label>
                  <p class="small quiet">${words.courseHint}</p>
                  <label
                    >${words.answer}
                    <select name="answer">
                      ${modes.map((mode) => option(mode, answer, mode === 'ok' ? words.answerOk : words[`mode.${mode}`]))}
                    </select>
                  </label>
                  <div class="till">
                    <div>
                      <p class="amount">
                        <small>${words.total} ${shop.selling.currency}</small><output id="total">–</output>
                      </p>
                      <p class="small quiet">
                        ${words.goods} <output id="goods">–</output> + ${words.digits}
                        <output id="digits">–</output>
                      </p>
                    </div>
                    <button class="main">${words.checkout}</button>
                  </div>
                </div>
              </form>`
        }
      </section>
      <script defer src="${prefix}/assets/cart.js"></script>`,
  );
}
