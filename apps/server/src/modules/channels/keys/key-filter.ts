import type { ContractFilter } from './keys.queries.ts';

/** The question as the queries read it. */
export function keyFilterOf(
  direction: ContractFilter['direction'],
  { agent_id: agentId, search }: { agent_id?: string | undefined; search?: string | undefined },
): ContractFilter {
  return {
    direction,
    ...(agentId !== undefined && { agentId: BigInt(agentId) }),
    ...(search !== undefined && { search }),
  };
}
