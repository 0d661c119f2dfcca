import { displayDecimal } from '../decimal.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import type { DayOfBooks } from './books.store.ts';
import type { PageContext } from './page-frame.ts';

/** The statements of the last days, one file a merchant and day, as they are or with differences to look for. */
export function statementsPage(
  context: PageContext,
  days: readonly DayOfBooks[],
  names: ReadonlyMap<string, string>,
): Html {
  const { words } = context;
  const file = ({ day, merchantNo }: DayOfBooks, isPlanted: boolean): string =>
    `${context.prefix}/statements/${merchantNo}/${day}.csv${isPlanted ? '?planted=1' : ''}`;
  return page(
    context.frame({ title: words.statements, here: '/statements', isLive: false, withLinks: true }),
    html`<section class="sheet">
      <header>
        <h2>${words.statements}</h2>
        <p class="quiet small">${words.statementsHint}</p>
      </header>
      <div class="scroll">
        ${
          days.length === 0
            ? html`<p class="empty">${words.nothingBooked}</p>`
            : html`<table>
                <thead>
                  <tr>
                    <th>${words.day}</th>
                    <th>${words.merchantNo}</th>
                    <th class="number">${words.lines}</th>
                    <th class="number">${words.amount}</th>
                    <th></th>
                  </tr>
                </thead>
                <tbody>
                  ${days.map(
                    (day) =>
                      html`<tr class="row">
                        <td class="tight">${day.day}</td>
                        <td>
                          ${names.get(day.merchantNo)}
                          <div class="mono small quiet">${day.merchantNo}</div>
                        </td>
                        <td class="number">${day.lines}</td>
                        <td class="number">
                          ${displayDecimal(day.sumMicro)}
                          <div class="small quiet">${day.currency}</div>
                        </td>
                        <td>
                          <a href="${file(day, false)}" download>${words.statementFile}</a>
                          <div class="small">
                            <a href="${file(day, true)}" download>${words.plantedFile}</a>
                          </div>
                        </td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
        }
      </div>
    </section>`,
  );
}
