import type { StatementHead, StatementRow } from '@suanpan/contract/endpoints/statements';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import { regionTimeText } from '@suanpan/domain/region-day';
import { statementFigures } from '@suanpan/domain/reports/statement';
import { translate } from '@suanpan/messages/translate';
import type { Locale } from '../../../platform/http/locale.ts';
import { guardFormula } from '../../../platform/sheets/formula-guard.ts';
import type { MovementLine } from './compute-statement.ts';

export const statementForms = ['html', 'csv', 'json'] as const;
export type StatementForm = (typeof statementForms)[number];

interface Parts {
  readonly statement: StatementRow;
  /** Exactly as it was signed. */
  readonly head: string;
  readonly lines: readonly MovementLine[];
  readonly locale: Locale;
}

/** What can be checked without us: the signed head, its signature and every movement, without a byte that says nothing. */
export function jsonOf({ head, lines, statement }: Parts): string {
  return `{"head":${head},"signature":"${statement.signature}","movements":${JSON.stringify(lines)}}\n`;
}

const said = (parts: Parts) => {
  const { locale } = parts;
  return {
    event: (line: MovementLine) => translate(locale, `statuses.journal.${line.event as JournalEvent}`),
    bucket: (kind: string) => translate(locale, `statuses.account.${kind as AccountKind}`),
    figure: (name: (typeof statementFigures)[number]) => translate(locale, `statements.figures.${name}`),
  };
};

function cell(value: string | null): string {
  const safe = guardFormula(value ?? '');
  return /[",\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(parts: Parts): string {
  const { lines, locale, statement } = parts;
  const say = said(parts);
  const kinds = kindsOf(statement, lines);
  const word = (name: 'journal' | 'time' | 'event' | 'no' | 'amount' | 'fee' | 'change') =>
    translate(locale, `statements.columns.${name}`);
  const rows: (string | null)[][] = [
    [translate(locale, 'statements.title'), statement.customer.name, statement.period, statement.currency],
    [translate(locale, 'statements.opening'), statement.opening.total],
    ...statementFigures.map((name) => [say.figure(name), statement[name]]),
    [translate(locale, 'statements.closing'), statement.closing.total],
    ['SHA-256', statement.movements.sha256],
    [translate(locale, 'statements.signature'), statement.key_id, statement.signature],
    [],
    [
      word('journal'),
      `${word('time')} (UTC+8)`,
      word('event'),
      word('no'),
      word('amount'),
      word('fee'),
      word('change'),
      ...kinds.map(say.bucket),
    ],
    ...lines.map((line) => [
      line.journal,
      regionTimeText(new Date(line.at)),
      say.event(line),
      line.no,
      line.amount,
      line.fee,
      line.change,
      ...kinds.map((kind) => line.changes[kind] ?? null),
    ]),
  ];
  return `\u{feff}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

const text = (value: string | null): string =>
  (value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** One page after the other of A4; what can be checked is the file beside it. */
export function htmlOf(parts: Parts): string {
  const { lines, locale, statement } = parts;
  const say = said(parts);
  const t = (name: Parameters<typeof translate>[1]): string => text(translate(locale, name));
  const { anchor_after: after, anchor_before: before, currency, movements } = statement;
  const kinds = kindsOf(statement, lines);
  const anchorText = (anchor: StatementHead['anchor_before']): string =>
    anchor === null ? '–' : `${text(anchor.block)} · ${text(anchor.head)}`;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${t('statements.title')} ${text(statement.customer.name)} ${text(statement.period)}</title><style>
@page { size: A4; margin: 14mm }
body { font: 11px/1.45 system-ui, "Noto Sans TC", "Noto Sans SC", sans-serif; color: #111; margin: 0 auto; max-width: 190mm; padding: 8px }
h1 { font-size: 18px; margin: 0 } h2 { font-size: 13px; margin: 16px 0 6px }
table { border-collapse: collapse; width: 100% } thead { display: table-header-group } tr { break-inside: avoid }
th, td { border-bottom: 1px solid #ccc; padding: 3px 6px; text-align: left } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tr.sum td { font-weight: 600; border-top: 1px solid #111 } small { overflow-wrap: anywhere; color: #333 }
</style></head><body>
<h1>${t('statements.title')}</h1>
<p>${text(statement.customer.name)} · ${text(statement.customer.id)} · ${text(statement.from)} – ${text(statement.to)} (UTC+8) · ${currency}</p>
<table><tbody>
<tr class="sum"><td>${t('statements.opening')}</td><td class="n">${text(statement.opening.total)}</td></tr>
${statementFigures.map((name) => `<tr><td>${text(say.figure(name))}</td><td class="n">${text(statement[name])}</td></tr>`).join('\n')}
<tr class="sum"><td>${t('statements.closing')}</td><td class="n">${text(statement.closing.total)}</td></tr>
</tbody></table>
<h2>${t('statements.buckets')}</h2>
<table><thead><tr><th></th><th class="n">${t('statements.opening')}</th><th class="n">${t('statements.closing')}</th></tr></thead><tbody>
${kinds.map((kind) => `<tr><td>${text(say.bucket(kind))}</td><td class="n">${text(statement.opening.buckets[kind] ?? null)}</td><td class="n">${text(statement.closing.buckets[kind] ?? null)}</td></tr>`).join('\n')}
</tbody></table>
<h2>${t('statements.movements')} (${movements.count})</h2>
<table><thead><tr><th>${t('statements.columns.journal')}</th><th>${t('statements.columns.time')}</th><th>${t('statements.columns.event')}</th><th>${t('statements.columns.no')}</th><th class="n">${t('statements.columns.amount')}</th><th class="n">${t('statements.columns.fee')}</th><th class="n">${t('statements.columns.change')}</th></tr></thead><tbody>
${lines.map((line) => `<tr><td>${text(line.journal)}</td><td>${text(regionTimeText(new Date(line.at)))}</td><td>${text(say.event(line))}</td><td>${text(line.no)}</td><td class="n">${text(line.amount)}</td><td class="n">${text(line.fee)}</td><td class="n">${text(line.change)}</td></tr>`).join('\n')}
</tbody></table>
<h2>${t('statements.proof')}</h2>
<p><small>SHA-256 ${text(movements.sha256)}<br>${t('statements.anchorBefore')} ${anchorText(before)}<br>${t('statements.anchorAfter')} ${anchorText(after)}<br>${t('statements.signature')} ${text(statement.key_id)} · ${text(statement.signature)}</small></p>
<p><small>${t('statements.check')}</small></p>
</body></html>
`;
}

const kindsOf = (statement: StatementRow, lines: readonly MovementLine[]): string[] =>
  [
    ...new Set([
      ...Object.keys(statement.opening.buckets),
      ...Object.keys(statement.closing.buckets),
      ...lines.flatMap(({ changes }) => Object.keys(changes)),
    ]),
  ].toSorted();
