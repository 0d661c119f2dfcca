import type { Kysely } from 'kysely';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { placesInUse } from '../../collections/index.ts';
import type { DetailQuestion, Details } from './data-screen.ts';
import { heldAtProvider } from './held-at-provider.ts';

/** What lies at a USDT account, and how many of its addresses are in use now; of one of another tree nothing. */
export async function cryptoDetails(
  db: Kysely<Tables>,
  { scope }: Actor,
  asked: DetailQuestion,
): Promise<Details> {
  const held = await heldAtProvider(db, scope, asked);
  const places = await placesInUse(db, [...new Set([...held.values()].map(({ id }) => id))]);
  return new Map(
    [...held].map(([key, { id, said }]) => {
      const place = places.find((one) => one.id === id);
      const addresses = place && { used: countOf(place.used), waiting: countOf(place.waiting) };
      return [key, { crypto: { ...said, addresses: addresses ?? null } }];
    }),
  );
}
