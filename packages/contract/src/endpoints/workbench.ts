import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, instant, money } from '../fields.ts';

/** What waits for a person's decision; each has its words under `dashboard.workbench.kinds`. */
const workbenchKinds = [
  'amountMismatch',
  'abnormal',
  'receipt',
  'payoutUnknown',
  'callbackFailed',
  'approval',
  'reconciliation',
  'lowBalance',
] as const;
export type WorkbenchKind = (typeof workbenchKinds)[number];

/** What resolves it, where that can be done in place; everything else is done at `path`. */
const workbenchActs = ['supply', 'callback', 'reissue'] as const;

/** Work that waits in the caller's tree, kind by kind, the oldest first; kinds with nothing to do are left out. */
export const workbench = endpoint({
  method: 'GET',
  path: '/index/workbench',
  access: { permission: 'index.statistics.get' },
  whileActing: 'allowed',
  input: z.strictObject({ kind: z.enum(workbenchKinds).optional() }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.enum(workbenchKinds),
        count: z.number(),
        oldest_at: instant.nullable(),
        sums: z.array(z.object({ currency, amount: money })),
        /** Where all of them stand. */
        path: z.string(),
        items: z.array(
          z.object({
            /** Of the order, where it is one. */
            id: z.string(),
            no: z.string(),
            amount: money.nullable(),
            currency: currency.nullable(),
            at: instant,
            /** Whose it is, or what it is about. */
            cause: z.string(),
            actions: z.array(z.enum(workbenchActs)),
            /** Below `#`, with its query: where it is seen to. */
            path: z.string(),
          }),
        ),
      }),
    ),
  }),
});
