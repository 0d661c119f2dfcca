import { z } from 'zod';
import { plainLines } from './plain-text.ts';
import { patterns } from './patterns.ts';

/** Six digits of the authenticator. */
export const stepUpCode = z.string().regex(patterns.sixDigits);
/** A password as typed; its rules are checked where one is set. */
export const typedPassword = z.string().min(1).max(512);
/** Why somebody does it; kept in the audit log. */
export const reason = z.string().trim().min(1).max(500).regex(plainLines);

/** What every money or secret act asks for: payment password and a fresh code. */
export const stepUp = { payment_password: typedPassword, one_code: stepUpCode };
