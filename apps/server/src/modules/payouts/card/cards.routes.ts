import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { clearCard, payoutCards, searchPayoutCards } from '@suanpan/contract/endpoints/payout-cards';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { formatLedger } from '@suanpan/money/amount';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { cardHashesOf } from '../payouts.routes.ts';
import type { Payouts } from '../service.ts';
import { clearUsage } from '../setting/setting.store.ts';
import { presentCard } from './cards.present.ts';
import { listCards, sumCards } from './cards.queries.ts';
import type { CardFilter } from './cards.queries.ts';

type Question = Omit<ParsedInputOf<typeof payoutCards>, 'page' | 'paginate' | 'cursor'>;

export async function businessDay(db: Kysely<Tables>): Promise<string> {
  return regionDayText(regionDayOf(await businessNow(db)));
}

export function cardFilterOf(vault: Vault, asked: Question, today: string): CardFilter {
  return {
    day: asked.day ?? today,
    ...(asked.card_no && { cardHashes: cardHashesOf(vault, asked.card_no, undefined) }),
    ...(asked.customer_id !== undefined && { customerId: BigInt(asked.customer_id) }),
    ...(asked.channel_id !== undefined && { channelId: BigInt(asked.channel_id) }),
  };
}

/** How accounts of payees are used, and counting them anew. */
export function bindPayoutCards(
  app: Http,
  { db, vault }: Payouts,
  identity: Pick<Identity, 'proveStepUp'>,
): void {
  const list = async ({ actor, locale }: RequestContext, asked: ParsedInputOf<typeof payoutCards>) => {
    const today = await businessDay(db.app);
    const filter = cardFilterOf(vault, asked, today);
    const { day } = filter;
    const [rows, sums] = await Promise.all([
      listCards(db.app, actor.scope, filter, page(asked)),
      sumCards(db.app, actor.scope, filter),
    ]);
    return answerPage(asked, {
      items: rows.map((row) => presentCard(row, actor, locale, { day, today })),
      total: sums.reduce((total, { count }) => total + count, 0n),
      summary: {
        day,
        by_currency: sums.map(({ amount, count, currency, uses }) => ({
          currency,
          count: countOf(count),
          uses: countOf(uses),
          amount: formatLedger(amount, currency),
        })),
      },
    });
  };
  bindEndpoints(
    app,
    { clearCard, payoutCards, searchPayoutCards },
    {
      payoutCards: list,
      searchPayoutCards: list,
      async clearCard(context, asked) {
        const { actor } = context;
        const day = await businessDay(db.app);
        const [card] = isId(asked.id)
          ? await listCards(db.app, actor.scope, { day, id: BigInt(asked.id) }, { offset: 0, limit: 1 })
          : [];
        if (card === undefined) throw new Refusal('notFound');
        const proven = await identity.proveStepUp(actor, {
          paymentPassword: asked.payment_password,
          oneCode: asked.one_code,
        });
        return context.once(async (tx) => {
          await spendStepUp(tx, proven);
          const usage = { hashes: [card.card_hash], customerId: card.customer_id, channelId: null };
          const cleared = await clearUsage(tx, actor.scope, usage, actor.userId);
          if (cleared === 0) throw new Refusal('noCardNumberFound');
          await audit(tx, context, {
            act: 'payment.card.clearCardUsage',
            objectKind: 'payoutSetting',
            objectId: String(card.customer_id),
            after: { shown: card.card_shown, reason: asked.reason },
          });
          return { cleared };
        });
      },
    },
  );
}
