import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { searchWithdrawals } from '@suanpan/contract/endpoints/withdrawals';
import { Refusal } from '@suanpan/domain/errors';
import { openClaimsPerPerson } from '@suanpan/domain/limits';
import { parseAmount } from '@suanpan/money/amount';
import type { Kysely } from 'kysely';
import { countAll } from '../../../platform/count-all.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import { blockedOnWithdrawals } from '../decide/blocked-actions.ts';
import { heldBy } from '../decide/decide.store.ts';
import { presentWithdrawal, presentWithdrawalSum } from './withdrawals.present.ts';
import { listWithdrawals, sumWithdrawals } from './withdrawals.queries.ts';
import type { ListedWithdrawal, WithdrawalFilter } from './withdrawals.queries.ts';

/** The withdrawals of one's tree. What nobody finds is answered with 404 (specification §8). */
export function bindWithdrawalList(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { searchWithdrawals },
    {
      async searchWithdrawals({ actor, locale }, input) {
        const filter = withdrawalFilterOf(input);
        const [rows, sums, held] = await Promise.all([
          listWithdrawals(db.app, actor.scope, filter, input.sort, page(input)),
          sumWithdrawals(db.app, actor.scope, filter),
          actor.scope.kind === 'platform' ? heldBy(db.app, actor.userId) : null,
        ]);
        if (sums.length === 0) throw new Refusal('noDataFound');
        const waiting = await waitingActsOn(db.app, actor, blockedOnWithdrawals, rows);
        return answerPage(input, {
          items: rows.map((row) => presentWithdrawal(row, actor, locale, waiting)),
          total: countAll(sums),
          summary: {
            by_currency: sums.map(presentWithdrawalSum),
            held: held === null ? null : { open: countOf(held), most: openClaimsPerPerson },
          },
        });
      },
    },
  );
}

type Question = Omit<ParsedInputOf<typeof searchWithdrawals>, 'page' | 'paginate' | 'cursor' | 'sort'>;

export function withdrawalFilterOf(input: Question): WithdrawalFilter {
  const { no, owner, status, currency, target_currency, third_party_no, amount_min, amount_max } = input;
  const { created_from, created_to } = input;
  return {
    ...(no && { no }),
    ...(owner !== undefined && { ownerId: BigInt(owner) }),
    ...(status !== undefined && status.length > 0 && { status }),
    ...(currency !== undefined && { currency }),
    ...(target_currency !== undefined && { targetCurrency: target_currency }),
    ...(third_party_no && { thirdPartyNo: third_party_no }),
    // USDT has the scale of the filter: millionths.
    ...(amount_min !== undefined && { amountMin: parseAmount(amount_min, 'USDT') }),
    ...(amount_max !== undefined && { amountMax: parseAmount(amount_max, 'USDT') }),
    ...(created_from !== undefined && { from: new Date(created_from) }),
    ...(created_to !== undefined && { to: new Date(created_to) }),
    isQueue:
      !no &&
      !third_party_no &&
      owner === undefined &&
      status === undefined &&
      created_from === undefined &&
      created_to === undefined,
  };
}

/** Refuses `notFound` for an absent withdrawal and for one of another tree alike. */
export async function findWithdrawal(
  db: Kysely<Tables>,
  { scope }: Actor,
  id: bigint,
): Promise<ListedWithdrawal> {
  const [row] = await listWithdrawals(db, scope, { id }, '-created_at', { offset: 0, limit: 1 });
  if (row === undefined) throw new Refusal('notFound');
  return row;
}
