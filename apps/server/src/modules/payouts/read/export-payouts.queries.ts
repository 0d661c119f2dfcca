import { callbackStates, publicCallbackStatus } from '@suanpan/domain/states/callback';
import { payoutStatuses, reverseStatuses } from '@suanpan/domain/states/payout';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../../../platform/http/actor.ts';
import { wordsBy } from '../../../platform/lines/line-form.ts';
import { sqlSpaces } from '../../../platform/lines/spaces.ts';
import type { LineSource } from '../../../platform/lines/write-lines.ts';
import { knowsPeople, seesTheChain } from '../../orders/index.ts';
import { bankName, banksOf } from '../../settings/index.ts';
import { payoutsFrom } from './search.queries.ts';
import type { PayoutFilter } from './payout-search.ts';

/** Payouts as the columns of a file, newest first: what `presentPayout` shows this reader. */
export function payoutLines(scope: Scope, filter: PayoutFilter, locale: Locale): LineSource {
  return {
    from: (limit) => payoutsFrom(scope, filter, '-created_at', limit),
    place: [sql`o.id`],
    currency: sql`o.currency`,
    cells: {
      merchant_order_no: { text: sql`o.merchant_order_no` },
      order_no: { text: sql`o.order_no` },
      customer: { name: sql`u.name`, id: sql`o.customer_id` },
      account_name: { text: knowsPeople(scope) ? sql`o.account_name` : masked },
      card_no: { text: sql`o.card_shown` },
      bank_name: {
        text: sql`o.bank_code || ' ' || coalesce(${JSON.stringify(bankNames(locale))}::jsonb ->> o.bank_code, o.bank_code)`,
      },
      status: {
        word: sql`o.status`,
        words: wordsBy(payoutStatuses, (one) => translate(locale, `statuses.payout.${one}`)),
      },
      callback_status: {
        word: sql`o.callback_status`,
        words: wordsBy(callbackStates, (one) =>
          translate(locale, `statuses.callback.${publicCallbackStatus(one)}`),
        ),
      },
      reverse_status: {
        word: sql`o.reverse_status`,
        words: wordsBy(reverseStatuses, (one) => translate(locale, `statuses.reverse.${one}`)),
      },
      currency: { text: sql`o.currency` },
      amount: { minor: sql`o.amount` },
      fee: { minor: sql`o.merchant_fee` },
      channel: { text: sql`c.name` },
      created_at: { at: sql`o.created_at` },
      completed_at: { at: sql`o.completed_at` },
      ...(seesTheChain(scope) && {
        payer: { text: sql`ca.name` },
        provider_order_no: { text: sql`o.provider_order_no` },
        agent: { name: sql`a.name`, id: sql`o.agent_id` },
      }),
      is_test: {
        word: sql`o.is_test::text`,
        words: { true: translate(locale, 'exports.yes'), false: translate(locale, 'exports.no') },
      },
    },
  };
}

const bankNames = (locale: Locale): Readonly<Record<string, string>> =>
  wordsBy(
    (banksOf('TW') ?? []).map(({ code }) => code),
    (code) => bankName(code, locale),
  );

const trimmed = sql`regexp_replace(o.account_name, ${sql.lit(`^[${sqlSpaces}]+|[${sqlSpaces}]+$`)}, '', 'g')`;

/** `maskName` of the domain; a name that is empty stays so. */
const masked: RawBuilder<unknown> = sql`CASE WHEN o.account_name = '' THEN '' ELSE left(${trimmed}, 1) || repeat('*', greatest(1,
  char_length(regexp_replace(substr(${trimmed}, 2), ${sql.lit(`[${sqlSpaces}]`)}, '', 'g')))) END`;
