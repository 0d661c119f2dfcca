import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { channelDefinitions } from '@suanpan/contract/endpoints/channel-definitions';
import type { DefinitionFilter } from './definitions.queries.ts';

/** What the wire calls a direction, and what it is. */
export const directionOf = { collection: 'collection', payment: 'payout' } as const;

type Question = Omit<ParsedInputOf<typeof channelDefinitions>, 'page' | 'paginate' | 'cursor'>;

/** The question as the queries read it. */
export function definitionFilterOf({ agentId, enabled, search, type }: Question): DefinitionFilter {
  return {
    direction: directionOf[type],
    ...(agentId !== undefined && { agentId: BigInt(agentId) }),
    ...(search !== undefined && search !== '' && { search }),
    ...(enabled !== undefined && { enabled: enabled === 'yes' }),
  };
}
