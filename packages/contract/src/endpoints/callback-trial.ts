import { urlMaxLength } from '@suanpan/domain/limits';
import { callbackResults } from '@suanpan/domain/states/callback';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What can be tried: one event of each end that a merchant has to deal with. */
export const trialTypes = [
  'collection.succeeded',
  'collection.expired',
  'collection.amount_mismatch',
  'collection.abnormal',
  'payout.paid',
  'payout.rejected',
  'payout.failed',
] as const;
export type TrialType = (typeof trialTypes)[number];

export const trialForms = ['v2', 'v1', 'epay'] as const;
export type TrialForm = (typeof trialForms)[number];

/**
 * Sends one signed callback of an order that does not exist (`test: true`) to the merchant's own address, or to one that
 * he names, once and without trying again. Refuses `callbackUrlInvalid` where there is no address, and more than ten a
 * minute.
 */
export const tryCallback = endpoint({
  method: 'POST',
  path: '/apiFile/callback',
  access: { permission: 'apiFile.simulate' },
  input: z.strictObject({
    type: z.enum(trialTypes),
    form: z.enum(trialForms),
    url: z
      .url({ protocol: /^https?$/ })
      .max(urlMaxLength)
      .optional(),
  }),
  output: z.object({
    request: z.object({
      method: z.enum(['GET', 'POST']),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    }),
    answer: z.object({
      acknowledged: z.boolean(),
      /** Why not; null when it was acknowledged. */
      result: z.enum(callbackResults).nullable(),
      http_status: z.number().nullable(),
      /** The beginning of what was answered. */
      body: z.string(),
      latency_ms: z.number(),
    }),
  }),
});
