import { badge } from '../pages/badge.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { displayTime } from '../pages/time.ts';
import type { ReceivedEvent } from './events.store.ts';
import type { EchoWords } from './words.ts';

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

/** Received callbacks with what the shop thought of their signatures, or a word for none. */
export const eventTable = (events: readonly ReceivedEvent[], words: EchoWords, none: string): Html =>
  events.length === 0
    ? html`<p class="empty">${none}</p>`
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
          ${events.map((event) => eventRow(event, words))}
        </tbody>
      </table>`;
