import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { formatLedger } from '@suanpan/money/amount';
import type { Kysely } from 'kysely';
import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { businessNow } from '../../../platform/clock.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { accountStandings } from '../../channels/index.ts';
import { clearingAt } from '../../ledger/index.ts';
import type { DetailQuestion } from './data-screen.ts';

export interface HeldAtProvider {
  readonly id: bigint;
  readonly day: string | null;
  readonly said: Pick<NonNullable<DataRow['crypto']>, 'clearing' | 'provider' | 'difference' | 'checked_at'>;
}

/**
 * What by our books lies at each row's account when its days end, what the provider says and how far both are apart where that is
 * now. Accounts that are not of the reader's tree are left out.
 */
export async function heldAtProvider(
  db: Kysely<Tables>,
  scope: Scope,
  { currency, last, rows }: DetailQuestion,
): Promise<ReadonlyMap<string, HeldAtProvider>> {
  const idOf = (about: DetailQuestion['rows'][number]['about']): bigint => BigInt(about.channelAccount ?? 0);
  const standings = new Map(
    (await accountStandings(db, scope, [...new Set(rows.map(({ about }) => idOf(about)))])).map((one) => [
      one.id,
      one,
    ]),
  );
  const known = rows.filter(({ about }) => standings.has(idOf(about)));
  const endOf = (about: DetailQuestion['rows'][number]['about']): string => about.day ?? last;
  const clearing = await clearingAt(
    db,
    known.map(({ about }) => ({ id: idOf(about), day: endOf(about) })),
  );
  const today = regionDayText(regionDayOf(await businessNow(db)));
  return new Map(
    known.map(({ about, key }) => {
      const id = idOf(about);
      const held = clearing.find((one) => one.id === id && one.day === endOf(about))?.held ?? 0n;
      const { balance = null, balance_checked_at: checkedAt = null } = standings.get(id) ?? {};
      // A provider says what it holds now, and not what it held when an earlier day ended.
      const told = endOf(about) >= today ? balance : null;
      const said = {
        clearing: formatLedger(held, currency),
        provider: told === null ? null : formatLedger(told, currency),
        difference: told === null ? null : formatLedger(told - held, currency),
        checked_at: told === null ? null : (checkedAt?.toISOString() ?? null),
      };
      return [key, { id, day: about.day ?? null, said }];
    }),
  );
}
