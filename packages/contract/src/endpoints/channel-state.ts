import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { reason } from '../step-up.ts';

/**
 * Takes a channel out of use while its provider is mended, or back into use, also one that was tripped. It acts on every merchant;
 * orders that wait for their payer stay as they are.
 */
export const setChannelState = endpoint({
  method: 'PUT',
  path: '/channels/{id}/state',
  access: { permission: 'collectionMethod.customers.update' },
  input: z.strictObject({
    id: z.string().max(64),
    state: z.enum(['ok', 'maintenance']),
    reason,
  }),
  output: z.object({ state: z.enum(['ok', 'maintenance']) }),
});
