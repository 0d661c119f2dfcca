import { getArchive, setArchive } from '@suanpan/contract/endpoints/archive';
import { Refusal } from '@suanpan/domain/errors';
import { countOf } from '../../platform/db/count-of.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DueWorks } from '../../platform/due-work.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Module } from '../../platform/module.ts';
import { audit } from '../audit/index.ts';
import { spendStepUp } from '../identity/index.ts';
import type { Identity } from '../identity/index.ts';
import { archiveWork } from './archive-work.ts';
import { readSetting, readState } from './archive.queries.ts';
import { saveSetting } from './archive.store.ts';

export interface ArchiveDeps {
  readonly db: Database;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  /** Undefined until it runs. */
  readonly works: () => DueWorks | undefined;
  readonly metrics?: Pick<Metrics, 'gauges'> | undefined;
}

export function openArchive({ db, identity, metrics, works }: ArchiveDeps): Module {
  const counts = { moved: 0, gaveWay: 0 };
  const work = archiveWork(counts);
  metrics?.gauges(
    {
      name: 'suanpan_archive',
      help: 'Orders in the archive, those that this process moved, and its runs that gave way to the traffic',
      label: 'what',
    },
    async () => {
      const { collection, payout } = await readState(db.workers);
      return [
        ['collections', countOf(collection)],
        ['payouts', countOf(payout)],
        ['moved', counts.moved],
        ['gave_way', counts.gaveWay],
      ];
    },
  );
  return {
    works: [work],
    bind(app) {
      bindEndpoints(
        app,
        { getArchive, setArchive },
        {
          async getArchive() {
            const [setting, state, listed] = await Promise.all([
              readSetting(db.app),
              readState(db.app),
              works()?.list() ?? [],
            ]);
            const own = listed.find(({ name }) => name === work.name);
            return {
              ...setting,
              archived: { collection: countOf(state.collection), payout: countOf(state.payout) },
              oldest_online: state.oldest_online?.toISOString() ?? null,
              last_run_at: own?.lastAt?.toISOString() ?? null,
              next_run_at: own?.dueAt?.toISOString() ?? null,
            };
          },
          async setArchive(context, { one_code, payment_password, reason, ...wanted }) {
            const proven = await identity.proveStepUp(context.actor, {
              paymentPassword: payment_password,
              oneCode: one_code,
            });
            return context.once(async (tx) => {
              await spendStepUp(tx, proven);
              const { version: _was, ...before } = await readSetting(tx);
              const version = await saveSetting(tx, wanted);
              if (version === undefined) throw new Refusal('staleEdit');
              const { version: _is, ...after } = wanted;
              await audit(tx, context, {
                act: 'admin.operate.archive',
                objectKind: 'installation',
                objectId: 'archive',
                before,
                after: { ...after, note: reason },
              });
              return { state: 'done' as const, version };
            });
          },
        },
      );
    },
  };
}
