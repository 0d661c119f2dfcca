import { z } from 'zod';
import { decodeWebhookSecret } from '@suanpan/signing/webhooks';
import {
  databaseVariable,
  installationVariable,
  jsonVariable,
  portVariable,
  publicBaseVariable,
} from '../environment.ts';

const webhookSecret = z.string().refine((secret) => {
  try {
    return decodeWebhookSecret(secret).length > 0;
  } catch {
    return false;
  }
}, 'expected whsec_ and base64');

const shops = z
  .array(
    z.strictObject({
      shop: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
      webhook_secret: webhookSecret,
      v1_key: z.string().min(1).optional(),
      /** What it is called, and with what it sells; a shop without only receives callbacks. */
      selling: z
        .strictObject({
          name: z.string(),
          currency: z.string(),
          api_key: z.string().min(1),
          api_secret: z.string().min(1),
        })
        .optional(),
    }),
  )
  .min(1);

/** The variables of the echo shop. */
export const echoEnvironment = z.object({
  ECHO_PORT: portVariable.default(4020),
  ECHO_HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: databaseVariable,
  SANDBOX_INSTALLATION: installationVariable,
  ECHO_SHOPS: jsonVariable(shops),
  ECHO_PUBLIC_BASE: publicBaseVariable.default('http://127.0.0.1:4020'),
  /** Where orders are placed and where the bank shows its pages: origin, and origin with path. */
  ECHO_PLATFORM: publicBaseVariable.default('http://127.0.0.1:3000'),
  ECHO_BANK_PAGES: publicBaseVariable.default('http://127.0.0.1:3000/sandbox'),
  /** How long the slow mode takes: longer than the ten seconds a platform waits. */
  ECHO_SLOW_MS: z.coerce.number().int().min(0).max(60_000).default(15_000),
  LOG_LEVEL: z.string().default('info'),
});

export type Shop = z.output<typeof shops>[number];
export type SellingShop = NonNullable<Shop['selling']>;
