import { badge } from '../pages/badge.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { displayTime } from '../pages/time.ts';
import { dialects } from './dialects/dialects.ts';
import type { NotifyLine } from './notifies.store.ts';
import type { PageContext } from './page-frame.ts';
import type { BankWords } from './words.ts';

function verdict(line: NotifyLine, words: BankWords): Html {
  const isOk = dialects[line.dialect].isAcknowledged(line.httpStatus, line.answer ?? '');
  if (line.number === null) return badge('warn', words.queued);
  if (line.wrongSignature)
    return isOk ? badge('bad', words.wrongAccepted) : badge('good', words.wrongRefused);
  if (isOk) return badge('good', words.acknowledged);
  return line.outcome === 'refused' ? badge('bad', words.refused) : badge('warn', words.waiting);
}

function answer(line: NotifyLine, words: BankWords): Html {
  if (line.httpStatus === null) return html`${words.noAnswer} <span class="mono">${line.failure}</span>`;
  return html`HTTP ${line.httpStatus} <span class="mono break">${line.answer || words.emptyAnswer}</span>`;
}

const logLine = (line: NotifyLine, context: PageContext): Html => {
  const { words } = context;
  const id = `n${line.notifyId}-${line.number ?? 0}`;
  return html`<li>
    <div class="line">
      ${verdict(line, words)}
      <span class="mono break">${line.eventId}</span>
      <span class="quiet small"
        >${line.number !== null && words.attempt.replace('{n}', String(line.number))}</span
      >
      <span class="quiet small"
        >${displayTime(line.sentAt ?? line.dueAt ?? new Date(0))}${line.durationMs !== null && ` · ${line.durationMs} ms`}</span
      >
    </div>
    ${
      line.number !== null &&
      html`<div class="small"><span class="quiet">${words.answer}</span> ${answer(line, words)}</div>
        <div class="small">
          <span class="quiet">${words.signature}</span> <span class="mono break">${line.signature}</span>
        </div>`
    }
    ${line.outcome === 'waiting' && line.dueAt && line.number !== null && html`<div class="small quiet">${words.nextAttempt} ${displayTime(line.dueAt)}</div>`}
    <details id="${id}">
      <summary>${words.content}</summary>
      <pre>
POST ${line.targetUrl}
${line.dialect === 'simpay' && `X-Sim-Timestamp: ${line.timestampHeader ?? '–'}\n`}
${line.body}</pre>
    </details>
  </li>`;
};

/** The notify log: every attempt with its signature and what the merchant answered. */
export const notifyLog = (lines: readonly NotifyLine[], context: PageContext): Html =>
  lines.length === 0
    ? html`<p class="empty">${context.words.noLog}</p>`
    : html`<ol class="log">
        ${lines.map((line) => logLine(line, context))}
      </ol>`;
