import type { OutputOf } from '@suanpan/contract/endpoint';
import {
  allPreferences,
  preferenceShape,
  readPreference,
  sharedPreferences,
  writePreference,
  type ColumnPreset,
  type SavedView,
} from '@suanpan/contract/endpoints/preferences';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import {
  findPreferences,
  forgetPreference,
  savePreference,
  sharedByColleagues,
} from './preferences.store.ts';

type Kept = OutputOf<typeof readPreference>['value'];

/**
 * How a person arranges his tables and menu. They belong to the person who signed in: an operator who acts for a user
 * sees his own arrangement, and what he changes meanwhile stays in his browser tab. A value that a later version does
 * not understand is treated as absent.
 */
export function bindPreferences(app: Http, db: Kysely<Tables>): void {
  const keptBy = async (userId: bigint): Promise<Map<string, Kept>> =>
    new Map(
      (await findPreferences(db, userId))
        .filter(({ key, value }) => preferenceShape(key)?.safeParse(value).success === true)
        .map(({ key, value }) => [key, value as Kept]),
    );
  bindEndpoints(
    app,
    { allPreferences, readPreference, sharedPreferences, writePreference },
    {
      async sharedPreferences({ actor }) {
        const kept = await sharedByColleagues(db, actor.userId);
        return kept
          .filter(({ key, value }) => preferenceShape(key)?.safeParse(value).success === true)
          .map(({ key, by, value }) => ({
            key,
            by,
            items: (value as (ColumnPreset | SavedView)[]).filter(({ isShared }) => isShared === true),
          }));
      },
      allPreferences: async ({ actor }) => Object.fromEntries(await keptBy(actor.userId)),
      readPreference: async ({ actor }, { key }) => ({
        value: (await keptBy(actor.userId)).get(key) ?? null,
      }),
      async writePreference({ actor, locale }, { key, value }) {
        if (value === null) {
          await forgetPreference(db, actor.userId, key);
          return {};
        }
        const isFit = preferenceShape(key)?.safeParse(value).success === true;
        if (!isFit || !(await savePreference(db, actor.userId, key, value))) {
          const says = translate(locale, 'common.validation.format');
          throw new Refusal('invalidFields', { fields: { value: [says] } });
        }
        return {};
      },
    },
  );
}
