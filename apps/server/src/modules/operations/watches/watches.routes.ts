import { createWatch, deleteWatch, updateWatch, watches } from '@suanpan/contract/endpoints/watches';
import { Refusal } from '@suanpan/domain/errors';
import { watchesPerPerson } from '@suanpan/domain/limits';
import { translate } from '@suanpan/messages/translate';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Log } from '../../../platform/log.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { audit } from '../../audit/index.ts';
import { askWatch, listOf, maySee, readWatchFilter } from './look-at-watches.ts';
import type { WatchedLists } from './look-at-watches.ts';
import { findWatch, listWatches } from './watches.queries.ts';
import type { WatchRow } from './watches.queries.ts';
import { insertWatch, lockWatches, removeWatch, saveWatch } from './watches.store.ts';
import type { WatchDraft } from './watches.store.ts';

/** Longer than any address that a browser carries. */
const searchMostLength = 8_000;
/** Whom a search looks for, and by which account: that is kept with no search. */
const people = ['real_name', 'account_name', 'card_no', 'card_hashes', 'last5'];

/** Searches of lists of which people want to be told, each his own. */
export function bindWatches(
  app: Http,
  db: Database,
  watched: WatchedLists,
  outbound: Pick<Outbound, 'check'>,
  log: Log,
): void {
  const entry = (id: bigint) =>
    ({ act: 'watch.change', objectKind: 'user', objectId: `watch ${id}` }) as const;

  /** As it is kept, when his list takes what is asked of it, its address lies outside, and it looks for nobody. */
  async function checked(
    { actor, locale }: RequestContext,
    asked: Omit<WatchDraft, 'owner_id'>,
  ): Promise<WatchDraft> {
    if (!maySee(actor, asked.kind)) throw new Refusal('forbidden');
    const fields: Record<string, string[]> = {};
    const refuse = (field: string, word: 'choice' | 'required'): void => {
      fields[field] = [translate(locale, `common.validation.${word}`)];
    };
    const isHook = asked.via.includes('webhook');
    if (isHook && asked.url === null) refuse('url', 'required');
    else if (isHook && asked.url !== null && outbound.check(asked.url) !== undefined)
      fields['url'] = [translate(locale, 'alerts.faults.hook')];
    if (asked.older_min >= asked.window_min)
      fields['older_min'] = [
        translate(locale, 'common.validation.max', { max: String(asked.window_min - 1) }),
      ];
    if (people.some((name) => name in asked.filter || name in asked.search)) refuse('filter', 'choice');
    if (JSON.stringify(asked.search).length > searchMostLength) refuse('search', 'choice');
    if (Object.keys(fields).length > 0) throw new Refusal('invalidFields', { fields });
    const draft = {
      ...asked,
      owner_id: actor.userId,
      url: isHook ? asked.url : null,
      via: [...new Set(asked.via)],
    };
    readWatchFilter(listOf(watched, asked.kind), draft, await businessNow(db.app), locale);
    return draft;
  }

  bindEndpoints(
    app,
    { watches, createWatch, updateWatch, deleteWatch },
    {
      async watches({ actor }) {
        const rows = await listWatches(db.app, actor.userId);
        return {
          items: rows.map(({ found, id, owner_id: _owner, print: _print, since, ...row }) => ({
            ...row,
            id: String(id),
            found: found === null ? null : countOf(found),
            since: since?.toISOString() ?? null,
          })),
        };
      },
      async createWatch(context, asked) {
        const { actor } = context;
        const draft = await checked(context, asked);
        const id = await context.once(async (tx) => {
          if ((await lockWatches(tx, actor.userId)) >= watchesPerPerson)
            throw new Refusal('tooManyWatches', { params: { max: String(watchesPerPerson) } });
          const watch = await insertWatch(tx, draft);
          await audit(tx, context, { ...entry(watch.id), after: { ...note(watch), print: watch.print } });
          return String(watch.id);
        });
        const made = await findWatch(db.app, actor.userId, BigInt(id));
        if (made !== undefined) await askWatch(db, watched, log, made);
        return { id };
      },
      async updateWatch(context, { id: named, ...asked }) {
        const { userId } = context.actor;
        const id = BigInt(named);
        const known = await findWatch(db.app, userId, id);
        if (known === undefined) throw new Refusal('notFound');
        const draft = await checked(context, { ...asked, kind: known.kind });
        const saved = await transact(db.app, async (tx) => {
          const before = await findWatch(tx, userId, id);
          const watch = await saveWatch(tx, id, draft);
          if (before === undefined || watch === undefined) throw new Refusal('notFound');
          await audit(tx, context, {
            ...entry(id),
            before: note(before),
            after: { ...note(watch), print: watch.print },
          });
          return watch;
        });
        await askWatch(db, watched, log, saved);
        return {};
      },
      async deleteWatch(context, { id: named }) {
        await transact(db.app, async (tx) => {
          const removed = await removeWatch(tx, context.actor.userId, BigInt(named));
          if (removed === undefined) throw new Refusal('notFound');
          await audit(tx, context, { ...entry(removed.id), before: note(removed) });
        });
        return {};
      },
    },
  );
}

/** What the log tells of it. The path of a hook is often the secret by which it is called. */
function note({ kind, mark, name, older_min: older, url, via, window_min: window }: WatchRow) {
  const place = url === null ? '' : ` ${URL.parse(url)?.origin ?? ''}`;
  return { kind, value: `${name}: > ${mark} (${older}–${window} min), ${via.join('+')}${place}` };
}
