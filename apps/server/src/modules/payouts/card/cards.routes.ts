import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import {
  addPayerCard,
  clearCard,
  deletePayerCard,
  payoutCards,
  searchPayoutCards,
  updatePayerCard,
} from '@suanpan/contract/endpoints/payout-cards';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { typedAmount } from '@suanpan/domain/typed-amount';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import { countAll } from '../../../platform/count-all.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { KeyedContext, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { cardHashesOf } from '../payouts.routes.ts';
import type { Payouts } from '../service.ts';
import { clearUsage } from '../setting/setting.store.ts';
import { readPayee } from '../apply/read-wish.ts';
import { keepPayee } from '../submit/payee.ts';
import { presentCard, presentPayerCard } from './cards.present.ts';
import { listCards, sumCards } from './cards.queries.ts';
import type { CardFilter } from './cards.queries.ts';
import {
  clearPayerCard,
  editPayerCard,
  findPayoutChannel,
  insertPayerCard,
  listPayerCards,
  removePayerCard,
  sumPayerCards,
} from './payer-cards.store.ts';
import type { CardLimits, PayerCard } from './payer-cards.store.ts';

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

interface Limits {
  readonly limit_count: number;
  readonly limit_amount: string;
  readonly enabled: boolean;
}
const limitsOf = ({ enabled, limit_amount, limit_count }: Limits, currency: Currency): CardLimits => ({
  enabled,
  limitCount: limit_count,
  limitAmount: typedAmount(limit_amount, currency),
});
/** As the log says it, by the names of the payees' limits. */
const said = ({ enabled, limit_amount, limit_count }: Limits) => ({
  enabled,
  card_daily_count: String(limit_count),
  card_daily_amount: limit_amount,
});

/** How accounts of payees are used, the cards from which channels pay, and counting either anew. */
export function bindPayoutCards(
  app: Http,
  { db, vault }: Payouts,
  identity: Pick<Identity, 'proveStepUp'>,
): void {
  const list = async ({ actor, locale }: RequestContext, asked: ParsedInputOf<typeof payoutCards>) => {
    const today = await businessDay(db.app);
    const filter = cardFilterOf(vault, asked, today);
    const { day } = filter;
    const shown = { day, today };
    const readPayers = async () =>
      (await listPayerCards(db.app, actor.scope, filter, page(asked))).map((row) =>
        presentPayerCard(row, actor, locale, shown),
      );
    const readPayees = async () =>
      (await listCards(db.app, actor.scope, filter, page(asked))).map((row) =>
        presentCard(row, actor, locale, shown),
      );
    const [items, sums] =
      asked.kind === 'payer'
        ? await Promise.all([readPayers(), sumPayerCards(db.app, actor.scope, filter)])
        : await Promise.all([readPayees(), sumCards(db.app, actor.scope, filter)]);
    return answerPage(asked, {
      items,
      total: countAll(sums),
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
  async function findPayer({ actor }: RequestContext, id: string): Promise<PayerCard> {
    const filter = { day: await businessDay(db.app), id: isId(id) ? BigInt(id) : 0n };
    const [card] = await listPayerCards(db.app, actor.scope, filter, { offset: 0, limit: 1 });
    if (card === undefined) throw new Refusal('notFound');
    return card;
  }

  const note = (
    tx: Tx,
    context: RequestContext,
    act: 'create' | 'update' | 'delete' | 'clearCardUsage',
    { card_shown: shown, channel_id, id }: Pick<PayerCard, 'card_shown' | 'channel_id' | 'id'>,
    after: object,
  ) =>
    audit(tx, context, {
      act: `payment.card.${act}`,
      objectKind: 'payerCard',
      objectId: String(id),
      after: { shown, channel: String(channel_id), ...after },
    });

  async function clearPayer(context: KeyedContext, asked: ParsedInputOf<typeof clearCard>) {
    const card = await findPayer(context, asked.id);
    const proven = await identity.proveStepUp(context.actor, {
      paymentPassword: asked.payment_password,
      oneCode: asked.one_code,
    });
    return context.once(async (tx) => {
      await spendStepUp(tx, proven);
      if (card.count === 0n) throw new Refusal('noCardNumberFound');
      await clearPayerCard(tx, card.id);
      await note(tx, context, 'clearCardUsage', card, { reason: asked.reason });
      return { cleared: 1 };
    });
  }

  bindEndpoints(
    app,
    { addPayerCard, clearCard, deletePayerCard, payoutCards, searchPayoutCards, updatePayerCard },
    {
      async addPayerCard(context, asked) {
        const { actor, locale } = context;
        const channel = await findPayoutChannel(db.app, actor.scope, BigInt(asked.channel_id));
        if (channel === undefined) throw new Refusal('notFound');
        const kept = keepPayee(vault, readPayee(locale, asked));
        const limits = limitsOf(asked, channel.currency);
        return context.once(async (tx) => {
          const id = await insertPayerCard(tx, channel.id, kept, limits, actor.userId);
          if (id === undefined) throw new Refusal('alreadyInList');
          const card = { id, channel_id: channel.id, card_shown: kept.cardShown };
          await note(tx, context, 'create', card, { name: kept.accountName, ...said(asked) });
          return { id: String(id) };
        });
      },
      async updatePayerCard(context, asked) {
        const card = await findPayer(context, asked.id);
        const limits = limitsOf(asked, card.currency);
        await transact(db.app, async (tx) => {
          if (!(await editPayerCard(tx, card.id, asked.version, limits))) throw new Refusal('staleEdit');
          await note(tx, context, 'update', card, said(asked));
        });
        return {};
      },
      async deletePayerCard(context, { id }) {
        const card = await findPayer(context, id);
        await transact(db.app, async (tx) => {
          if (!(await removePayerCard(tx, card.id))) throw new Refusal('notFound');
          await note(tx, context, 'delete', card, { enabled: false });
        });
        return {};
      },
      payoutCards: list,
      searchPayoutCards: list,
      async clearCard(context, asked) {
        const { actor } = context;
        if (asked.kind === 'payer') return clearPayer(context, asked);
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
