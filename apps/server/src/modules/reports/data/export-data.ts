import type { Endpoint } from '@suanpan/contract/endpoint';
import {
  channelAccountsData,
  cryptoData,
  feeLayers,
  generalAgents,
  generalResults,
  merchantAnalysis,
  merchantStats,
  merchantsData,
  payoutCommissions,
  payoutStats,
  seniorAgents,
} from '@suanpan/contract/endpoints/data-screens';
import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { figures } from '@suanpan/domain/reports/figures';
import type { FigureName } from '@suanpan/domain/reports/figures';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import type { WordKey } from '@suanpan/messages/translate';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import type { PresentedList } from '../../../platform/export-list.ts';
import { toldFailure } from '../../../platform/told-failure.ts';
import type { ExportCell } from '../../../platform/lines/export-cell.ts';
import {
  askChannelAccounts,
  askCrypto,
  askFeeLayers,
  askGeneralAgents,
  askGeneralResults,
  askMerchantAnalysis,
  askMerchantStats,
  askMerchants,
  askPayoutCommissions,
  askPayoutStats,
  askSeniorAgents,
} from './ask-data.ts';
import type { AskedScreen } from './ask-data.ts';
import { bankName } from '../../settings/index.ts';
import { readData } from './read-data.ts';

/**
 * The rows of a data screen as a file: those of one page in its order and from one snapshot. More of them come in the order of their
 * keys, so that each is there once whatever is counted between two pages.
 */
function dataExport(
  kind: ExportKind,
  { input }: Endpoint,
  ask: (filter: never) => AskedScreen,
): PresentedList {
  return exportList({
    kind,
    filter: input.omit({ page: true, paginate: true, cursor: true }).strict(),
    async count({ db, actor, locale }, filter) {
      const { asked, screen } = ask(filter as never);
      return (await readData(db.reports, screen, actor, { ...asked, offset: 0, limit: 1, locale })).total;
    },
    async read({ db, actor, locale }, filter, { after, limit }) {
      const { asked, screen } = ask(filter as never);
      const cellsIn =
        ({ summary }: Awaited<ReturnType<typeof readData>>) =>
        (row: DataRow) => ({
          ...cellsOf(row, locale),
          currency: summary.currency,
          quote: summary.exchange?.quote ?? null,
        });
      const read = (past?: readonly string[]) =>
        readData(db.reports, screen, actor, {
          ...asked,
          offset: 0,
          limit,
          locale,
          ...(past !== undefined && { past }),
        });
      const isFirst = after === null;
      const whole = isFirst ? await read() : null;
      if (whole !== null && whole.total <= limit)
        return { rows: whole.items.map(cellsIn(whole)), next: null };
      const answer = await read(isFirst ? [] : (JSON.parse(after) as string[]));
      return pageOf(answer.items, limit, cellsIn(answer), () => JSON.stringify(answer.last));
    },
  });
}

export const dataExports: readonly PresentedList[] = [
  dataExport('index.stats', merchantStats, askMerchantStats),
  dataExport('index.stats3', merchantAnalysis, askMerchantAnalysis),
  dataExport('index.stats6', generalResults, askGeneralResults),
  dataExport('index.payment', payoutStats, askPayoutStats),
  dataExport('index.subagentPaymentFees', payoutCommissions, askPayoutCommissions),
  dataExport('index.customers', merchantsData, askMerchants),
  dataExport('index.agents', seniorAgents, askSeniorAgents),
  dataExport('index.general', generalAgents, askGeneralAgents),
  dataExport('index.stats5', channelAccountsData, askChannelAccounts),
  dataExport('index.encryption', cryptoData, askCrypto),
  dataExport('index.stats7', feeLayers, askFeeLayers),
];

/** The cells of a row by the names of its columns. */
function cellsOf(row: DataRow, locale: Locale): Record<string, ExportCell> {
  const named = (about: DataRow['customer'], nobody: WordKey = 'data.states.noSubAgent'): ExportCell =>
    about === undefined ? null : about.id === '0' ? translate(locale, nobody) : `${about.name} · ${about.id}`;
  return {
    day: row.day ?? null,
    hour: row.hour ?? null,
    customer: named(row.customer),
    agent: named(row.agent),
    sub_agent: named(row.sub_agent),
    owner: named(row.owner),
    channel: named(row.channel, 'data.states.noChannel'),
    channel_account: named(row.channel_account),
    ...accountCells(row.account),
    ...cryptoCells(row.crypto),
    status: row.status === undefined ? null : translate(locale, `statuses.payout.${row.status}`),
    failure: row.failure === undefined ? null : failureText(locale, row.failure),
    bank: row.bank === undefined ? null : bankText(locale, row.bank),
    state: row.state === undefined ? null : translate(locale, `statuses.collectionStatus.${row.state}`),
    band: row.band ?? null,
    callback_p50: row.callback?.ms ? { count: row.callback.ms.p50 } : null,
    callback_p95: row.callback?.ms ? { count: row.callback.ms.p95 } : null,
    order: row.order ?? null,
    withdrawal: row.withdrawal ?? null,
    ...Object.fromEntries(
      Object.entries(row.figures).map(([name, value]) => [name, cellOf(name as FigureName, value)]),
    ),
  };
}

/** What a USDT account's row says besides its figures. */
function cryptoCells(crypto: DataRow['crypto']): Record<string, ExportCell> {
  if (crypto === undefined) return {};
  const money = (value: string | null): ExportCell => (value === null ? null : { money: value });
  return {
    clearing: money(crypto.clearing),
    provider: money(crypto.provider),
    difference: money(crypto.difference),
    addresses_used: crypto.addresses && { count: crypto.addresses.used },
  };
}

/** What a channel account's row says besides its figures. */
function accountCells(account: DataRow['account']): Record<string, ExportCell> {
  if (account === undefined) return {};
  const money = (value: string | null): ExportCell => (value === null ? null : { money: value });
  return {
    clearing: money(account.clearing),
    provider: money(account.provider),
    difference: money(account.difference),
    create_p50: account.create_ms && { count: account.create_ms.p50 },
    create_p95: account.create_ms && { count: account.create_ms.p95 },
    query_p50: account.query_ms && { count: account.query_ms.p50 },
    query_p95: account.query_ms && { count: account.query_ms.p95 },
    error_rate: account.error_rate,
    trips: { count: account.trips },
  };
}

function failureText(locale: Locale, failure: string): string {
  return failure === '' ? translate(locale, 'data.states.noFailure') : toldFailure(locale, failure);
}

/** Its code and what it is called; the code alone where nobody knows it. */
function bankText(locale: Locale, code: string): string {
  const name = bankName(code, locale);
  return name === code ? code : `${code} ${name}`;
}

function cellOf(name: FigureName, value: string | number | null): ExportCell {
  if (value === null) return null;
  if (typeof value === 'number') return { count: value };
  return figures[name].kind === 'money' ? { money: value } : value;
}
