import type { OutputOf } from '@suanpan/contract/endpoint';
import type { changelogs } from '@suanpan/contract/endpoints/accounting';
import type { searchCollections } from '@suanpan/contract/endpoints/collections';
import type { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import { collectionLabel } from '@suanpan/domain/states/wire';
import { translate } from '@suanpan/messages/translate';
import { toldFailure } from '../../../platform/told-failure.ts';
import type { ExportCell } from '../../../platform/lines/export-cell.ts';

type Cells = Readonly<Record<string, ExportCell>>;

const named = (who: { readonly name: string; readonly id: string }): string => `${who.name} · ${who.id}`;
const yesOrNo = (is: boolean): string => translate('en', is ? 'exports.yes' : 'exports.no');

/**
 * What the screens of the lists that grow are answered, in the cells of their files and in English: field by field
 * what the caller's own list says, whatever SQL says.
 */
export const shownRows: Readonly<
  Record<string, { readonly method: 'GET' | 'POST'; readonly path: string; cellsOf(row: never): Cells }>
> = {
  'collections.transactions': {
    method: 'POST',
    path: '/collection/transactions/search',
    cellsOf: (row: OutputOf<typeof searchCollections>['items'][number]) => ({
      merchant_order_no: row.merchant_order_no,
      order_no: row.order_no,
      customer_name: `${row.customer_name} · ${row.customer_id}`,
      status: translate(
        'en',
        `statuses.collection.${collectionLabel(row.status, row.refund_status, row.callback_status)}`,
      ),
      callback_status: translate('en', `statuses.callback.${row.callback_status}`),
      currency: row.currency,
      order_amount: { money: row.order_amount },
      actual_amount: { money: row.actual_amount },
      fee: { money: row.fee },
      accounted_amount: { money: row.accounted_amount },
      exchange_rate: { money: row.exchange_rate },
      channel: row.channel,
      real_name: row.real_name,
      created_at: { at: row.created_at },
      completed_at: { at: row.completed_at },
      expires_at: { at: row.expires_at },
      request_ip: row.request_ip,
      product_name: row.product_name,
      agent_name: row.agent_name === null ? row.agent_id : `${row.agent_name} · ${row.agent_id}`,
      is_test: yesOrNo(row.is_test),
    }),
  },
  'payment.transactions': {
    method: 'POST',
    path: '/payment/transactions/search',
    cellsOf: (row: OutputOf<typeof searchPayouts>['items'][number]) => ({
      merchant_order_no: row.merchant_order_no,
      order_no: row.order_no,
      customer: named(row.customer),
      account_name: row.account_name,
      card_no: row.card_no,
      bank_name: `${row.bank_code} ${row.bank_name}`,
      status: translate('en', `statuses.payout.${row.status}`),
      callback_status: translate('en', `statuses.callback.${row.callback_status}`),
      reverse_status: translate('en', `statuses.reverse.${row.reverse_status}`),
      currency: row.currency,
      amount: { money: row.amount },
      fee: { money: row.fee },
      channel: row.channel,
      payer: row.payer,
      provider_order_no: row.provider_order_no,
      created_at: { at: row.created_at },
      completed_at: { at: row.completed_at },
      agent: row.agent && named(row.agent),
      is_test: yesOrNo(row.is_test),
    }),
  },
  'accounting.changelogs': {
    method: 'GET',
    path: '/accounting/changelogs',
    cellsOf: (row: OutputOf<typeof changelogs>['items'][number]) => ({
      created_at: { at: row.created_at },
      event: translate('en', `statuses.journal.${row.event as JournalEvent}`),
      order_no: row.order_no,
      owner: `${row.owner_name} · ${row.owner_id}`,
      account: translate('en', `statuses.account.${row.account as AccountKind}`),
      currency: row.currency,
      before: { money: row.before },
      change: { money: row.change },
      after: { money: row.after },
      operator: row.operator,
      note: row.note && toldFailure('en', row.note),
      journal_id: row.journal_id,
    }),
  },
};
