import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { reason } from '../step-up.ts';

/**
 * Takes a channel out of use while its provider is mended, or back into use, also one that was tripped. It acts on every merchant;
 * orders that wait for their payer stay as they are. Takes the right to change merchants' channels of its direction.
 */
export const setChannelState = endpoint({
  method: 'PUT',
  path: '/channels/{id}/state',
  access: { session: true },
  input: z.strictObject({
    id: z.string().max(64),
    state: z.enum(['ok', 'maintenance']),
    reason,
  }),
  output: z.object({ state: z.enum(['ok', 'maintenance']) }),
});

/** What a person may do about how a channel stands: take it out of use, or back into it. */
export const stateActs = ['maintain', 'resume'] as const;
