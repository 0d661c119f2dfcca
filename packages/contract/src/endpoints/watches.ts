import { watchKinds } from '@suanpan/domain/exports/watch-kinds';
import { urlMaxLength, watchesPerPerson, watchMostMinutes } from '@suanpan/domain/limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, id, instant, nothing } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { alertVias } from './alert-rules.ts';
import { savedView } from './preferences.ts';

/** What may be said anew; of which list it is stays. */
const asked = {
  name: z.string().trim().min(1).max(64).regex(plainLine),
  /** What the list's own call takes, without its paging and its dates. */
  filter: z.record(z.string().max(64), z.unknown()),
  /** The same in the address of the list's screen. */
  search: savedView.shape.search,
  /** Rows of the last so many minutes, of these what is older than `older_min`, and more of them than `mark`. */
  window_min: z.int().min(1).max(watchMostMinutes),
  older_min: z
    .int()
    .min(0)
    .max(watchMostMinutes - 1),
  mark: z.int().min(0).max(1_000_000),
  via: z.array(z.enum(alertVias)).min(1).max(3),
  /** Where `webhook` is told; null without it. */
  url: z.string().trim().min(1).max(urlMaxLength).regex(plainLine).nullable(),
};

const draft = { kind: z.enum(watchKinds), ...asked };

const watch = z.object({
  ...draft,
  id: z.string(),
  /** How many it found when it was asked last; null before that, and where the list could not be asked. */
  found: z.number().nullable(),
  /** Since when it finds more than its mark; null while it is quiet. */
  since: instant.nullable(),
  /** What its address answered to the last call, or why it did not; null where none was made or none has ended. */
  last_call: z.string().nullable(),
});
export type Watch = z.output<typeof watch>;

/** The caller's own. */
export const watches = endpoint({
  method: 'GET',
  path: '/watches',
  access: { session: true },
  input: nothing,
  output: z.object({ items: z.array(watch).max(watchesPerPerson) }),
});

/** Takes the right to see the list. Beyond `watchesPerPerson` it is refused as `tooManyWatches`. */
export const createWatch = endpoint({
  method: 'POST',
  path: '/watches',
  access: { session: true },
  idempotent: true,
  input: z.strictObject(draft),
  output: z.object({ id: z.string() }),
});

/** Says all of one's own anew but its list; it is asked at once, and told as if it were new. Refuses as `createWatch` does. */
export const updateWatch = endpoint({
  method: 'PUT',
  path: '/watches/{id}',
  access: { session: true },
  input: z.strictObject({ id, ...asked }),
  output: done,
});

export const deleteWatch = endpoint({
  method: 'DELETE',
  path: '/watches/{id}',
  access: { session: true },
  input: z.strictObject({ id }),
  output: done,
});
