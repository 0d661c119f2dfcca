import { z } from 'zod';

const direction = z.enum(['collection', 'payout']);
const common = {
  name: z.string(),
  base_url: z.string(),
  late_payment: z.enum(['credit', 'abnormal']),
  notify_networks: z.array(z.string()),
};
/** A new contract as it is kept while it waits. */
export const newContract = z.strictObject({
  direction,
  agent_id: z.string(),
  provider_id: z.string(),
  currency: z.enum(['TWD', 'CNY', 'USD', 'USDT']),
  ...common,
  credentials_sealed: z.string(),
});
export type NewContract = z.output<typeof newContract>;
/** What of a contract can be changed. */
export const contractTerms = z.strictObject({ ...common, enabled: z.boolean() });
export type ContractTerms = z.output<typeof contractTerms>;
