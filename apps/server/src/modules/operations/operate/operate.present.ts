import { dueWorkNames } from '@suanpan/contract/endpoints/operate';
import type { OperateQueue, OperateView, pauseScopes } from '@suanpan/contract/endpoints/operate';
import type { ReplicaState } from '../../../platform/db/figures.ts';
import type { ListedWork } from '../../../platform/due-work.ts';
import type { ListedPause } from '../../channels/index.ts';
import type { Maintenance } from '../../settings/index.ts';

/** All that the desk of operations shows. */
export interface OperateFacts {
  readonly version: number;
  readonly maintenance: Maintenance | null;
  readonly pauses: readonly ListedPause[];
  readonly queues: readonly OperateQueue[];
  readonly replica: ReplicaState | undefined;
  readonly works: readonly ListedWork[];
  readonly providers: readonly { readonly id: bigint; readonly name: string }[];
}

export function presentOperate(facts: OperateFacts): OperateView {
  const { maintenance, version } = facts;
  return {
    maintenance: maintenance && {
      from: maintenance.from.toISOString(),
      to: maintenance.to?.toISOString() ?? null,
      text: maintenance.text,
      is_on: maintenance.isOn,
    },
    paused: facts.pauses.map((row) => ({
      what: row.direction,
      scope: scopeOf(row),
      id: idOf(row),
      name: row.name,
      until: row.until?.toISOString() ?? null,
      reason: row.reason,
      by: row.username,
      at: row.paused_at.toISOString(),
    })),
    queues: [...facts.queues],
    report_replica: facts.replica === undefined ? null : presentReplica(facts.replica),
    due: facts.works.flatMap((work) => {
      const name = dueWorkNames.find((each) => each === work.name);
      if (name === undefined) throw new Error(`${work.name} has no name on the wire`);
      return {
        name,
        due_at: work.dueAt?.toISOString() ?? null,
        last_at: work.lastAt?.toISOString() ?? null,
        can_run: work.canRun,
      };
    }),
    providers: facts.providers.map(({ id, name }) => ({ id: String(id), name })),
    version,
  };
}

const presentReplica = ({ fault, lagMs }: ReplicaState): OperateView['report_replica'] => ({
  fault,
  lag_s: lagMs === null ? null : Math.floor(lagMs / 1_000),
});

type Whose = Pick<ListedPause, 'agent_id' | 'provider_id'>;

const scopeOf = ({ agent_id: agentId, provider_id: providerId }: Whose): (typeof pauseScopes)[number] =>
  agentId !== null ? 'agent' : providerId !== null ? 'provider' : 'all';

const idOf = ({ agent_id: agentId, provider_id: providerId }: Whose): string | null =>
  (agentId ?? providerId)?.toString() ?? null;

/** The state in one line for the log: `payout agent 17 until … (why); …`. */
export function tellPauses(pauses: readonly ListedPause[]): string {
  return pauses
    .map((row) => {
      const until = row.until === null ? '' : ` until ${row.until.toISOString()}`;
      return `${row.direction} ${scopeOf(row)} ${row.name ?? ''}${until} (${row.reason})`.replace(/ +/g, ' ');
    })
    .join('; ');
}

export function tellMaintenance(maintenance: Maintenance | null): string {
  if (maintenance === null) return '';
  const { from, text, to } = maintenance;
  return `${from.toISOString()} – ${to?.toISOString() ?? '…'} (${text['zh-TW']})`;
}
