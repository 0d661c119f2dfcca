import { totpStepS } from '@suanpan/domain/limits';
import { generateSync } from 'otplib';

/** How long the code of one step stands in an authenticator. */
export const stepMs = totpStepS * 1000;

/** The step that a moment lies in. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / stepMs);
}

/**
 * The code that an authenticator shows during a step. A code counts once, so a test asks for one of a step that nobody
 * has used: at the door `code` moves the clock to the next, on a running product `unusedCode` looks into its database.
 */
export function codeOfStep(secret: string, step: number): string {
  return generateSync({ secret, epoch: step * totpStepS });
}
