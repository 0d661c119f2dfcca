import { z } from 'zod';

const metadata = z.object({ order_no: z.string().optional() }).nullish();

/** A payment as far as it has come. */
export const paymentIntent = z.object({
  id: z.string().startsWith('pi_'),
  status: z.string(),
  amount: z.unknown(),
  amount_received: z.unknown(),
  currency: z.string(),
  livemode: z.boolean(),
  metadata,
  latest_charge: z.union([z.string(), z.object({ refunded: z.boolean(), created: z.int() })]).nullish(),
});
export type PaymentIntent = z.output<typeof paymentIntent>;

/** The page that a payer was sent to. */
export const session = z.object({
  id: z.string().startsWith('cs_'),
  url: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']).nullish(),
  amount_total: z.unknown(),
  currency: z.string().nullish(),
  livemode: z.boolean(),
  payment_intent: z.union([z.string(), paymentIntent]).nullish(),
});
export type Session = z.output<typeof session>;

export const searched = z.object({ data: z.array(paymentIntent) });

export const refusal = z.object({ error: z.object({ type: z.string(), code: z.string().optional() }) });

/** A notice: something about an object that carries our number in one of two places. */
export const event = z.object({
  id: z.string().min(1).max(100),
  type: z.string(),
  data: z.object({
    object: z.object({
      client_reference_id: z.string().nullish(),
      payment_status: z.string().nullish(),
      metadata,
    }),
  }),
});
