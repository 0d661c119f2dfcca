import { payoutCards } from '@suanpan/contract/endpoints/payout-cards';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../../platform/count-all.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { presentCard, presentPayerCard } from './cards.present.ts';
import { listCards, sumCards } from './cards.queries.ts';
import { listPayerCards, sumPayerCards } from './payer-cards.store.ts';
import { businessDay, cardFilterOf } from './cards.routes.ts';

/** The use of accounts on one day as a file. */
export const cardExport = (vault: Vault) =>
  exportList({
    kind: 'payment.card',
    // Not by card: one that is looked for would be kept with the export.
    filter: payoutCards.input.pick({ kind: true, customer_id: true, channel_id: true, day: true }).strict(),
    async count({ db, actor }, filter) {
      const asked = cardFilterOf(vault, filter, await businessDay(db.reports));
      const sum = filter.kind === 'payer' ? sumPayerCards : sumCards;
      const sums = await sum(db.reports, actor.scope, asked);
      return countAll(sums);
    },
    async read({ db, actor, locale }, filter, { after, limit }) {
      const today = await businessDay(db.reports);
      const asked = {
        ...cardFilterOf(vault, filter, today),
        ...(after !== null && { before: BigInt(after) }),
      };
      const page = { offset: 0, limit };
      const days = { day: asked.day, today };
      const rows =
        filter.kind === 'payer'
          ? (await listPayerCards(db.reports, actor.scope, asked, page)).map((row) =>
              presentPayerCard(row, actor, locale, days),
            )
          : (await listCards(db.reports, actor.scope, asked, page)).map((row) =>
              presentCard(row, actor, locale, days),
            );
      return pageOf(
        rows,
        limit,
        (shown) => {
          return {
            enabled: translate(locale, shown.enabled ? 'payment.card.open' : 'payment.card.reached'),
            card: shown.card,
            account_name: shown.account_name,
            bank_name: shown.bank_name,
            customer: shown.customer === null ? null : `${shown.customer.name} · ${shown.customer.id}`,
            count: { count: shown.count },
            limit_count: { count: shown.limit_count },
            amount: { money: shown.amount },
            limit_amount: { money: shown.limit_amount },
            currency: shown.currency,
            channel: shown.channel,
            day: shown.day,
            last_at: { at: shown.last_at },
            cleared_at: { at: shown.cleared_at },
          };
        },
        ({ id }) => id,
      );
    },
  });
