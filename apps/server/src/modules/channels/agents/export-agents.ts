import { collectionAgents, payoutAgents } from '@suanpan/contract/endpoints/agent-channels';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList } from '../../../platform/export-list.ts';
import { channelsOfAgents, countAgents, listAgents, ratesOfBindings } from './agents.queries.ts';
import type { AgentFilter } from './agents.queries.ts';
import { presentAgentChannels } from './agents.present.ts';

/** Senior agents with their channels as files, one of each direction. */
export const agentChannelExports = [
  exportOf('collection', 'collectionMethod.agents', collectionAgents.list),
  exportOf('payout', 'paymentMethod.agents', payoutAgents.list),
];

function exportOf(
  direction: AgentFilter['direction'],
  route: 'collectionMethod.agents' | 'paymentMethod.agents',
  list: typeof collectionAgents.list,
) {
  const filterOf = ({
    method_id: id,
    search,
  }: {
    method_id?: string | undefined;
    search?: string | undefined;
  }) => ({
    direction,
    ...(search !== undefined && { search }),
    ...(id !== undefined && { channelId: BigInt(id) }),
  });
  return exportList({
    kind: route,
    filter: list.input.omit({ page: true, paginate: true, cursor: true }).strict(),
    async count({ db, actor }, filter) {
      return countOf(await countAgents(db.reports, actor.scope, filterOf(filter)));
    },
    async read({ db, actor }, asked, { after, limit }) {
      const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
      const filter = filterOf(asked);
      const agents = await listAgents(db.reports, actor.scope, filter, { offset, limit });
      const ids = agents.map(({ id }) => id);
      const [methods, bindings, at] = await Promise.all([
        channelsOfAgents(db.reports, ids, filter),
        ratesOfBindings(db.reports, ids, filter),
        businessNow(db.reports),
      ]);
      return {
        next: agents.length < limit ? null : String(offset + agents.length),
        rows: agents.map((agent) => {
          const row = presentAgentChannels(agent, actor, { at, bindings, methods, route });
          return {
            agent: `${row.agent.name} · ${row.agent.id}`,
            methods: `${row.methods.filter(({ enabled }) => enabled).length} / ${row.methods.length}`,
            'methods.system_fee': row.methods
              .map(({ name, system_fee: fee }) => `${name} ${fee.pct}% + ${fee.per_item}`)
              .join(', '),
            subagent_methods: { count: new Set(row.subagent_methods.map(({ user }) => user.id)).size },
          };
        }),
      };
    },
  });
}
