import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { exportedList } from '@suanpan/domain/exports/kinds';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { ExportList } from '../../../platform/export-list.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import type { Log } from '../../../platform/log.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { insertCall } from '../alerts/alerts.store.ts';
import type { WatchRow } from './watches.queries.ts';
import { keepFound, takeWatch } from './watches.store.ts';

export interface WatchedLists {
  /** The lists of the house; a watch counts what one of them finds. */
  readonly lists: readonly ExportList[];
  /** Whoever that is, with the rights and the tree of this moment; null when he may not enter any more. */
  readonly actorNow: (userId: bigint) => Promise<Actor | null>;
}

const lookingMs = 30_000;

/**
 * Asks the lists of which people want to be told, each with the rights that its owner has now; what is found is told once. Whoever waits
 * longest comes first, and none is begun once a look has lasted `forMs`: where searches take longer than the pause between two
 * askings of one, it would never end, and the other sweeping of the minute waits for it.
 */
export async function lookAtWatches(
  db: Database,
  watched: WatchedLists,
  log: Log,
  forMs = lookingMs,
): Promise<void> {
  const endsMs = wallClock.monotonicMs() + forMs;
  do {
    const watch = await takeWatch(db.workers);
    if (watch === undefined) return;
    await askWatch(db, watched, log, watch);
  } while (wallClock.monotonicMs() < endsMs);
}

/** Asks one; two who ask at the same time tell of it once. */
export async function askWatch(
  db: Database,
  watched: WatchedLists,
  log: Log,
  watch: WatchRow,
): Promise<void> {
  const found = await findNow(db, watched, watch).catch((error: unknown) => {
    log.warn({ err: error, watch: String(watch.id) }, 'a list that is watched could not be asked');
    return null;
  });
  await keepAndTell(db, watch, found);
}

async function findNow(db: Database, watched: WatchedLists, watch: WatchRow): Promise<bigint | null> {
  const actor = await watched.actorNow(watch.owner_id);
  if (actor === null || !maySee(actor, watch.kind)) return null;
  const list = listOf(watched, watch.kind);
  const filter = readWatchFilter(list, watch, await businessNow(db.workers), 'en');
  return BigInt(await list.count({ db, actor, locale: 'en' }, filter));
}

async function keepAndTell(db: Database, watch: WatchRow, found: bigint | null): Promise<void> {
  const { id, kind, mark, name, owner_id: ownerId, search, url, via } = watch;
  await transact(db.workers, async (tx) => {
    if (!(await keepFound(tx, watch, found))) return;
    const said = { name, list: kind, found: String(found), mark: String(mark) };
    if (via.includes('bell') || via.includes('sound')) {
      await emit(tx, [
        {
          kind: 'watch.fired',
          subject: `watch:${id}`,
          payload: {
            ...said,
            user_id: String(ownerId),
            search: JSON.stringify(search),
            sound: via.includes('sound'),
          },
        },
      ]);
    }
    if (url === null) return;
    const at = (await businessNow(tx)).toISOString();
    await insertCall(tx, { watchId: id }, url, JSON.stringify({ type: 'watch.fired', ...said, at }));
  });
}

export function maySee(actor: Pick<Actor, 'permissions'>, kind: WatchKind): boolean {
  return actor.permissions.has(`${kind}.get`);
}

export function listOf({ lists }: WatchedLists, kind: WatchKind): ExportList {
  const list = lists.find((each) => each.kind === kind);
  if (list === undefined) throw new Error(`No module has the list ${kind}`);
  return list;
}

/** What the list is asked at `now`: rows of the watch's stretch. Throws `invalidFields` for what the list does not take. */
export function readWatchFilter(
  list: ExportList,
  {
    filter,
    older_min: olderMin,
    window_min: windowMin,
  }: Pick<WatchRow, 'filter' | 'older_min' | 'window_min'>,
  now: Date,
  locale: Locale,
): Record<string, unknown> {
  const [span] = exportedList(list.kind).spans ?? [];
  if (span === undefined) throw new Error(`${list.kind} has no dates`);
  const before = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
  const body = { ...filter, [span[0]]: before(windowMin), [span[1]]: before(olderMin) };
  return parseInput(list.filter, { method: 'POST', params: {}, query: {}, body }, locale);
}
