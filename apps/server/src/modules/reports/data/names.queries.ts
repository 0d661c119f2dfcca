import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { channelAccountNames, channelNames } from '../../channels/index.ts';
import type { DataSums } from './day-sums.queries.ts';
import type { Dimension, Party } from './data-screen.ts';

type Named = (party: Party, id: string) => { readonly id: string; readonly name: string };

/** The names of whom rows are about; nobody has none. */
export async function namesOf(db: Kysely<Tables>, rows: readonly DataSums[]): Promise<Named> {
  const idsOf = (...dimensions: readonly Dimension[]): bigint[] => [
    ...new Set(
      rows.flatMap(({ about }) =>
        dimensions.flatMap((one) => (about[one] === undefined ? [] : [BigInt(about[one])])),
      ),
    ),
  ];
  const users = idsOf('customer', 'agent', 'subAgent', 'owner');
  const [people, channels, accounts] = [
    users.length === 0
      ? []
      : await db.selectFrom('app_user').select(['id', 'name']).where('id', 'in', users).execute(),
    await channelNames(db, idsOf('channel')),
    await channelAccountNames(db, idsOf('channelAccount')),
  ];
  const userNames = new Map(people.map(({ id, name }) => [id, name]));
  const kept = {
    customer: userNames,
    agent: userNames,
    subAgent: userNames,
    owner: userNames,
    channel: channels,
    channelAccount: accounts,
  };
  return (party, id) => ({ id, name: kept[party].get(BigInt(id)) ?? '' });
}
