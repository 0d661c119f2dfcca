import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@suanpan/contract/endpoints/operate';
import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import { businessNow } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { DueWorks } from '../../../platform/due-work.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Log } from '../../../platform/log.ts';
import type { Queue } from '../../../platform/queue.ts';
import { audit, stateAfterCall } from '../../audit/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import { listPauses, listProviders, replacePauses } from '../../channels/index.ts';
import type { Pause } from '../../channels/index.ts';
import { freeLocked } from '../../collections/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { cardHashesOf, clearUsage, unlockOrders } from '../../payouts/index.ts';
import { readMaintenance, setMaintenance } from '../../settings/index.ts';
import type { MaintenanceSign } from '../../settings/index.ts';
import { clearUsesOf } from '../../withdrawals/index.ts';
import { presentOperate, tellMaintenance, tellPauses } from './operate.present.ts';

export interface OperateDeps {
  readonly db: Database;
  readonly log: Log;
  readonly vault: Vault;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly sign: MaintenanceSign;
  /** Every queue of the house. */
  readonly queues: () => readonly Queue[];
  /** Undefined until it runs. */
  readonly works: () => DueWorks | undefined;
  /** How long whoever asks for due work waits for its end. */
  readonly patienceMs?: number;
}

/** A proof of large books takes a minute: longer than a browser, or whatever stands between, waits for an answer. */
const usualPatienceMs = 10_000;

type Asked = ParsedInputOf<typeof contract.setOperate>;

/** The desk from which the house is shut, money is paused, and what is due or stuck is helped along. */
export function bindOperate(app: Http, deps: OperateDeps): void {
  const { db, identity, log, patienceMs = usualPatienceMs, sign, vault } = deps;
  const prove = (context: RequestContext, asked: { payment_password: string; one_code: string }) =>
    identity.proveStepUp(context.actor, {
      paymentPassword: asked.payment_password,
      oneCode: asked.one_code,
    });

  /** Does it, and leaves in the log what became of it; answers that. */
  async function runTold(
    works: DueWorks,
    context: RequestContext,
    about: Pick<AuditEntry, 'act' | 'objectKind' | 'objectId'>,
  ): Promise<'completed' | 'failed'> {
    const became = await works.runNow(about.objectId).catch((error: unknown) => {
      log.error({ err: error, work: about.objectId }, 'due work that was asked for failed');
      return 'failed' as const;
    });
    const isDone = became === 'done';
    const toStatus = isDone ? 'completed' : 'failed';
    await transact(db.app, async (tx) =>
      audit(tx, context, {
        ...about,
        outcome: isDone ? 'done' : 'failed',
        fromStatus: 'running',
        toStatus,
      }),
    );
    return toStatus;
  }

  const { clearAnyCardUsage, getOperate, maintenanceNotice, runDueWork, setOperate, unlockAnyOrders } =
    contract;
  bindEndpoints(
    app,
    { clearAnyCardUsage, getOperate, maintenanceNotice, runDueWork, setOperate, unlockAnyOrders },
    {
      async getOperate() {
        const [standing, pauses, providers, works, queues] = await Promise.all([
          readMaintenance(db.app),
          listPauses(db.app),
          listProviders(db.app),
          deps.works()?.list() ?? [],
          Promise.all(
            deps.queues().map(async (queue) => {
              const { depth, oldestS } = await queue.read(db.app);
              return { name: queue.name, depth, oldest_s: oldestS };
            }),
          ),
        ]);
        const replica = db.figures.state();
        return presentOperate({ ...standing, pauses, providers, works, queues, replica });
      },

      async setOperate(context, asked) {
        refuseOddTimes(context, asked, await businessNow(db.app));
        const proven = await prove(context, asked);
        const version = await context.once(async (tx) => {
          await spendStepUp(tx, proven);
          const [before, beforePauses] = [await readMaintenance(tx), await listPauses(tx)];
          const changed = await setMaintenance(
            tx,
            asked.maintenance && {
              // What holds already goes on holding since then.
              from: dateOf(asked.maintenance.from),
              to: dateOf(asked.maintenance.to),
              text: asked.maintenance.text,
            },
            asked.version,
          );
          if (changed === undefined) throw new Refusal('staleEdit');
          await replacePauses(tx, asked.paused.map(pauseOf), context.actor.userId);
          await audit(tx, context, {
            act: 'admin.operate.update',
            objectKind: 'installation',
            objectId: 'operate',
            before: {
              maintenance: tellMaintenance(before.maintenance),
              paused: tellPauses(beforePauses),
            },
            after: {
              maintenance: tellMaintenance((await readMaintenance(tx)).maintenance),
              paused: tellPauses(await listPauses(tx)),
              note: asked.reason,
            },
          });
          return changed;
        });
        await sign.refresh();
        return { state: 'done' as const, version };
      },

      async runDueWork(context, asked) {
        const works = deps.works();
        const work = (await works?.list())?.find(({ name }) => name === asked.name);
        if (works === undefined || work?.canRun !== true) throw new Refusal('invalidState');
        const proven = await prove(context, asked);
        const about = {
          act: 'admin.operate.runJobs',
          objectKind: 'installation',
          objectId: work.name,
        } as const;
        let isFirst = false;
        const { by } = await context.once(async (tx) => {
          isFirst = true;
          await spendStepUp(tx, proven);
          await audit(tx, context, { ...about, toStatus: 'running', after: { note: asked.reason } });
          return { by: context.requestId };
        });
        // Over transactions of its own, and longer than one may stand; a replay of the call hears what became of the first one.
        if (isFirst) {
          const told = runTold(works, context, about).catch((error: unknown) => {
            log.error({ err: error, work: work.name }, 'what became of due work was not kept');
            return 'failed' as const;
          });
          const state = await Promise.race([told, sleep(patienceMs, 'running' as const, { ref: false })]);
          if (state === 'failed') throw new Refusal('workFailed');
          return { state: state === 'completed' ? ('done' as const) : state };
        }
        const state = await stateAfterCall(db.app, { ...about, requestId: by });
        if (state === 'running') throw new Refusal('requestInProgress');
        if (state !== 'completed') throw new Refusal('workFailed');
        return { state: 'done' as const };
      },

      async unlockAnyOrders(context, asked) {
        const proven = await prove(context, asked);
        return context.once(async (tx) => {
          await spendStepUp(tx, proven);
          const { scope } = context.actor;
          const collections = await freeLocked(tx, scope, asked.order_ids);
          const cleared = collections.length + (await unlockOrders(tx, scope, asked.order_ids));
          if (cleared === 0) throw new Refusal('notFound');
          await audit(tx, context, {
            act: 'admin.operate.unlockOrders',
            objectKind: 'installation',
            objectId: asked.order_ids.join(' ').slice(0, 200),
            after: { note: asked.reason, rows: String(cleared) },
          });
          return { cleared };
        });
      },

      async clearAnyCardUsage(context, asked) {
        const proven = await prove(context, asked);
        return context.once(async (tx) => {
          await spendStepUp(tx, proven);
          const { actor, requestId } = context;
          const cleared =
            asked.scope === 'payout'
              ? await clearUsage(
                  tx,
                  actor.scope,
                  {
                    hashes: cardHashesOf(vault, asked.card_no, undefined),
                    customerId: null,
                    channelId: null,
                  },
                  actor.userId,
                )
              : (
                  await clearUsesOf(tx, vault, asked.card_no, {
                    personId: actor.userId,
                    requestId,
                    reason: asked.reason,
                  })
                ).length;
          if (cleared === 0) throw new Refusal('noCardNumberFound');
          await audit(tx, context, {
            act: 'admin.operate.clearCardUsage',
            objectKind: 'installation',
            objectId: asked.scope,
            after: { note: asked.reason, rows: String(cleared) },
          });
          return { cleared };
        });
      },

      async maintenanceNotice({ locale }) {
        const now = sign.current();
        return {
          maintenance: now && {
            from: now.from.toISOString(),
            to: now.to?.toISOString() ?? null,
            text: now.text[locale],
            is_on: now.isOn,
          },
        };
      },
    },
  );
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function pauseOf({ id, reason, scope, until, what }: Asked['paused'][number]): Pause {
  return {
    direction: what,
    agentId: scope === 'agent' && id !== null ? BigInt(id) : null,
    providerId: scope === 'provider' && id !== null ? BigInt(id) : null,
    until: dateOf(until),
    reason,
  };
}

/** An end before its beginning or in the past, a name where everybody is meant, none where somebody is, or one named twice. */
function refuseOddTimes({ locale }: RequestContext, { maintenance, paused }: Asked, now: Date): void {
  const fields: Record<string, string[]> = {};
  const from = dateOf(maintenance?.from ?? null) ?? now;
  const to = dateOf(maintenance?.to ?? null);
  if (to !== null && (to <= from || to <= now)) {
    fields['maintenance.to'] = [translate(locale, 'operate.faults.endBeforeBegin')];
  }
  const seen = new Set<string>();
  paused.forEach((pause, n) => {
    const key = `${pause.what} ${pause.scope} ${pause.id ?? ''}`;
    if ((pause.id === null) !== (pause.scope === 'all')) {
      fields[`paused.${n}.id`] = [translate(locale, 'common.validation.required')];
    } else if (seen.has(key)) fields[`paused.${n}.id`] = [translate(locale, 'operate.faults.twice')];
    const until = dateOf(pause.until);
    if (until !== null && until <= now) {
      fields[`paused.${n}.until`] = [translate(locale, 'operate.faults.endBeforeBegin')];
    }
    seen.add(key);
  });
  if (Object.keys(fields).length > 0) throw new Refusal('invalidFields', { fields });
}
