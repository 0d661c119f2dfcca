import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, done, id, instant, money, nothing } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';
import { addressList } from './personal.ts';
import { named } from '../refinement.ts';

export const apiScopes = ['collect', 'payout', 'read'] as const;
const scopes = z
  .array(z.enum(apiScopes))
  .min(1)
  .refine((list) => new Set(list).size === list.length, named('distinct'));

/** A merchant's key. Its secret is told once, when it is made or rotated, and by nothing else. */
export const apiKey = z.object({
  id: z.string(),
  key: z.string(),
  is_test: z.boolean(),
  scopes: z.array(z.enum(apiScopes)),
  ip_allowlist: z.array(z.string()),
  created_at: instant,
  last_used_at: instant.nullable(),
  /** What a key with the payout scope may pay out in a day, in the merchant's currency; null without the scope. */
  daily_amount: money.nullable(),
  /** The secret before the last rotation works until then. */
  previous_until: instant.nullable(),
});
export type ApiKeyView = z.output<typeof apiKey>;

/** Null when it was done at once; else it begins to work when a second person agrees. */
const waiting = z.string().nullable();
const told = z.object({
  key: z.string(),
  secret: z.string(),
  previous_until: instant.nullable(),
  approval_id: waiting,
});

/** Asked for when the key can pay out: two persons change such a key, and the second one reads why. */
const ofPayouts = { daily_amount: amountInput.optional(), reason: reason.optional() };

/** The keys in force of the caller's own merchant, and his callback secret's state. */
export const apiKeys = endpoint({
  method: 'GET',
  path: '/apiKeys',
  access: { permission: 'apiFile.get' },
  input: nothing,
  output: z.object({
    items: z.array(apiKey),
    webhook: z.object({ url: z.string().nullable(), previous_until: instant.nullable() }),
    /** The older form that is switched on for him, signed with MD5; null where there is none. */
    legacy: z.object({ form: z.enum(['v1', 'epay']).nullable(), has_secret: z.boolean() }),
  }),
});
/**
 * A key with the payout scope takes a list of networks no wider than /24 (IPv4) or /48 (IPv6), an amount a day above 0, and
 * a second person (reliability §7.11).
 */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/apiKeys',
  access: { permission: 'apiFile.createKey' },
  input: z.strictObject({ is_test: z.boolean(), scopes, ip_allowlist: addressList, ...ofPayouts, ...stepUp }),
  output: told,
});
/** The secret so far works for another 24 hours; the one before it ends. A payout key's waits for a second person. */
export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/apiKeys/{id}/rotate',
  access: { permission: 'apiFile.rotateKey' },
  input: z.strictObject({ id, reason: reason.optional(), ...stepUp }),
  output: told,
});
export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/apiKeys/{id}/revoke',
  access: { permission: 'apiFile.revokeKey' },
  input: z.strictObject({ id, reason, ...stepUp }),
  output: done,
});
/** What narrows a payout key acts at once, as on other keys everything; what widens it waits for a second person. */
export const updateApiKeyAddresses = endpoint({
  method: 'PUT',
  path: '/apiKeys/{id}/ipAllowlist',
  access: { permission: 'apiFile.updateIps' },
  input: z.strictObject({ id, ip_allowlist: addressList, ...ofPayouts, ...stepUp }),
  output: z.object({ approval_id: waiting }),
});
/** For 24 hours callbacks carry the signatures of both secrets. */
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/apiKeys/webhookSecret/rotate',
  access: { permission: 'apiFile.updateWebhook' },
  input: z.strictObject({ ...stepUp }),
  output: z.object({ secret: z.string(), previous_until: instant.nullable() }),
});
/** The secret of the v1 and epay forms; the one so far ends at once, as those forms know only one. */
export const rotateLegacySecret = endpoint({
  method: 'POST',
  path: '/apiKeys/legacySecret/rotate',
  access: { permission: 'apiFile.updateWebhook' },
  input: z.strictObject({ ...stepUp }),
  output: z.object({ secret: z.string() }),
});
