import { z } from 'zod';
import {
  databaseVariable,
  installationVariable,
  jsonVariable,
  portVariable,
  publicBaseVariable,
} from '../environment.ts';

const merchants = z
  .array(
    z.strictObject({
      merchant_no: z.string().min(1).max(64),
      secret: z.string().min(8),
      /** What the merchant calls this account. */
      name: z.string().max(64).optional(),
    }),
  )
  .min(1);

/** The variables of the sandbox bank. */
export const bankEnvironment = z.object({
  SANDBOX_PORT: portVariable.default(4010),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: databaseVariable,
  SANDBOX_INSTALLATION: installationVariable,
  SANDBOX_MERCHANTS: jsonVariable(merchants),
  /** How much faster than life everything happens: 60 turns a minute of waiting into a second. */
  SANDBOX_SPEED: z
    .enum(['1', '60'])
    .default('1')
    .transform((text) => (text === '60' ? 60 : 1)),
  /** Where chance is used, the same seed gives the same course. */
  SANDBOX_SEED: z.string().default('suanpan'),
  SANDBOX_PUBLIC_BASE: publicBaseVariable.default('http://127.0.0.1:4010'),
  LOG_LEVEL: z.string().default('info'),
});

export type BankEnvironment = z.output<typeof bankEnvironment>;
