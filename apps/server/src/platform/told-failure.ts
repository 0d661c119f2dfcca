import { errorNames } from '@suanpan/domain/errors';
import type { Locale } from '@suanpan/messages/locale';
import { tellFailure } from '@suanpan/messages/tell-failure';
import { wordOfName } from '@suanpan/messages/translate';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { wordsBy } from './lines/line-form.ts';

/** Why it failed, in words where it has some: as the screens say it. */
export function toldFailure(locale: Locale, failure: string): string {
  return tellFailure(failure, (name) => wordOfName(locale, 'errors', name));
}

/** The same of a column, for a file of a list that grows. */
export function sqlToldFailure(locale: Locale, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = wordsBy(errorNames, (name) => toldFailure(locale, name));
  return sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${column}, ${column})`;
}
