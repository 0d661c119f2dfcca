import { z } from 'zod';

/** As it is kept while it waits. */
export const agentTerms = z.strictObject({
  system_pct: z.string(),
  system_per_item: z.string().regex(/^\d{1,18}$/),
  enabled: z.boolean(),
});
/** What the platform takes of a senior agent on a channel: percent, and minor units of its currency. */
export type AgentTerms = z.output<typeof agentTerms>;
