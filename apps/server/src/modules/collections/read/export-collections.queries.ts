import { callbackStates, callbackStatuses, publicCallbackStatus } from '@suanpan/domain/states/callback';
import { collectionStatuses, refundStatuses } from '@suanpan/domain/states/collection';
import { collectionLabel } from '@suanpan/domain/states/wire';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../../../platform/http/actor.ts';
import { wordsBy } from '../../../platform/lines/line-form.ts';
import type { LineSource } from '../../../platform/lines/write-lines.ts';
import { knowsPeople, seesTheChain } from '../../orders/index.ts';
import type { CollectionFilter } from './collection-search.ts';
import { collectionsFrom } from './search.queries.ts';

/** Orders as the columns of a file, newest first: what `presentCollection` shows this reader. */
export function collectionLines(scope: Scope, filter: CollectionFilter, locale: Locale): LineSource {
  const isTold = knowsPeople(scope);
  return {
    from: (limit) => collectionsFrom(scope, filter, '-created_at', limit),
    place: [sql`o.id`],
    currency: sql`o.currency`,
    cells: {
      merchant_order_no: { text: sql`o.merchant_order_no` },
      order_no: { text: sql`o.order_no` },
      customer_name: { name: sql`u.name`, id: sql`o.customer_id` },
      status: {
        word: label,
        words: wordsBy(labels, (one) => translate(locale, `statuses.collection.${one}`)),
      },
      callback_status: {
        word: sql`o.callback_status`,
        words: wordsBy(callbackStates, (one) =>
          translate(locale, `statuses.callback.${publicCallbackStatus(one)}`),
        ),
      },
      currency: { text: sql`o.currency` },
      order_amount: { minor: sql`o.order_amount` },
      actual_amount: { minor: sql`o.actual_amount` },
      fee: { minor: sql`o.fee` },
      accounted_amount: { minor: sql`o.accounted_amount` },
      exchange_rate: { digits: sql`trim_scale(o.exchange_rate)::text` },
      channel: { text: sql`c.name` },
      real_name: { text: isTold ? sql`o.real_name` : masked },
      created_at: { at: sql`o.created_at` },
      completed_at: { at: sql`o.completed_at` },
      expires_at: { at: sql`o.expires_at` },
      ...(isTold && { request_ip: { text: sql`o.request_ip` } }),
      product_name: { text: sql`o.product_name` },
      agent_name: seesTheChain(scope)
        ? { name: sql`a.name`, id: sql`o.agent_id` }
        : { text: sql`o.agent_id` },
      is_test: {
        word: sql`o.is_test::text`,
        words: { true: translate(locale, 'exports.yes'), false: translate(locale, 'exports.no') },
      },
    },
  };
}

/** `collectionLabel`, and what it may answer. */
const label: RawBuilder<unknown> = sql`CASE o.status
  WHEN 'success' THEN CASE o.callback_status WHEN 'success' THEN 'success_returned' ELSE 'success_not_returned' END
  WHEN 'refund' THEN coalesce('refund_' || o.refund_status, 'refund')
  ELSE o.status END`;
const labels = [
  ...new Set(
    collectionStatuses.flatMap((status) =>
      [null, ...refundStatuses].flatMap((refund) =>
        callbackStatuses.map((callback) => collectionLabel(status, refund, callback)),
      ),
    ),
  ),
];

/** `maskName` of this module. */
const masked: RawBuilder<unknown> = sql`CASE
  WHEN char_length(o.real_name) < 2 THEN '○'
  WHEN char_length(o.real_name) = 2 THEN left(o.real_name, 1) || '○'
  ELSE left(o.real_name, 1) || repeat('○', char_length(o.real_name) - 2) || right(o.real_name, 1) END`;
