import { displayDecimal } from '../../decimal.ts';
import { html } from '../../pages/html.ts';
import type { Html } from '../../pages/html.ts';
import { page } from '../../pages/page.ts';
import { displayTime } from '../../pages/time.ts';
import type { PageContext } from '../page-frame.ts';
import { courses } from './courses.ts';
import type { Incoming } from './incoming.ts';

export interface TransferForm {
  destination: string;
  amount: string;
  payerName: string;
  payerAccount: string;
  memo: string;
}

/** Sends money straight to a card or an address, as payers do whom no provider leads, and shows what was sent. */
export function transfersPage(
  context: PageContext,
  filled: TransferForm,
  sent: readonly Incoming[],
  problem: string | null,
): Html {
  const { words } = context;
  const field = (name: keyof TransferForm, label: string, isRequired = false): Html =>
    html`<label
      >${label}<input
        name="${name}"
        autocomplete="off"
        maxlength="64"
        value="${filled[name]}"
        ${isRequired && html` required`}
    /></label>`;
  return page(
    context.frame({ title: words.transfers, here: '/transfers', isLive: true, withLinks: true }),
    html`<div class="columns">
      <div>
        <section class="sheet">
          <header><h2>${words.transfers}</h2></header>
          <div class="body">
            <p class="quiet small">${words.transfersHint}</p>
            <br />
            <form method="post" action="${context.link('/transfers')}" class="stack">
              ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
              ${field('destination', words.toAccount, true)} ${field('amount', words.otherAmount, true)}
              ${field('payerName', words.payer)} ${field('payerAccount', words.fromAccount)}
              ${field('memo', words.memo)}
              <label
                >${words.course}<select name="course">
                  ${courses.map((course) => html`<option value="${course}">${words[`course.${course}`]}</option>`)}
                </select></label
              >
              <button class="main">${words.transfer}</button>
            </form>
          </div>
        </section>
      </div>
      <div>
        <section class="sheet">
          <header><h2>${words.sent}</h2></header>
          <div class="scroll list" id="sent" data-live>
            ${
              sent.length === 0
                ? html`<p class="empty">${words.nothingSent}</p>`
                : html`<table>
                    <tbody>
                      ${sent.map(
                        (each) =>
                          html`<tr class="row">
                            <td class="tight quiet">${displayTime(each.sentAt)}</td>
                            <td>
                              <span class="mono small">${each.destination}</span>
                              <div class="small quiet">
                                ${each.payerName} ${each.payerAccount} ${each.memo}
                              </div>
                              ${each.token && html`<div class="mono small quiet">${each.ref}</div>`}
                            </td>
                            <td class="number">
                              ${displayDecimal(each.amountMicro)}
                              <div class="small quiet">${each.currency}</div>
                            </td>
                          </tr>`,
                      )}
                    </tbody>
                  </table>`
            }
          </div>
        </section>
      </div>
    </div>`,
  );
}
