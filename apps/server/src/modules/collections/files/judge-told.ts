import { likenessOf } from '@suanpan/domain/transfers/match-transfer';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { ChannelAccount, TransferFeed } from '../../channels/index.ts';
import { awaitedOf } from '../awaited/awaited-of.ts';
import { listWaiting } from '../awaited/awaited.queries.ts';
import type { Waiting } from '../awaited/awaited.queries.ts';
import type { Told } from './told-transfers.store.ts';

/** its: one order's, and no other's · ambiguous: of several · open: perhaps an order's, nothing says who sent it · nobodys. */
export type Judgement =
  | { readonly kind: 'its'; readonly waiting: Waiting }
  | { readonly kind: 'ambiguous' | 'open' | 'nobodys' };

/** Whose a transfer is that a file told, by what waits at its place. It decides nothing. */
export async function judgeTold(
  db: Kysely<Tables>,
  account: ChannelAccount,
  feed: TransferFeed,
  told: Told,
): Promise<Judgement> {
  const transfer = { ...told, payerAccount: told.payerLast5 };
  const judged = (await listWaiting(db, account.id, told)).map((waiting) => ({
    waiting,
    likeness: likenessOf(
      transfer,
      { ...awaitedOf(feed, account, waiting), code: feed.codeOf(waiting.request_no) },
      feed.payers,
    ),
  }));
  const its = judged.filter(({ likeness }) => likeness === 'its');
  const orders = new Set(its.map(({ waiting }) => waiting.order_id));
  if (orders.size > 1) return { kind: 'ambiguous' };
  const [one] = its;
  if (one !== undefined) return { kind: 'its', waiting: one.waiting };
  const mayBe = judged.some(({ likeness, waiting }) => likeness === 'perhaps' && waiting.is_pending);
  return { kind: mayBe ? 'open' : 'nobodys' };
}
