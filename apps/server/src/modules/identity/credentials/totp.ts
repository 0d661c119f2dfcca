import { totpStepS, totpWindowSteps } from '@suanpan/domain/limits';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { WallClock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';

/** Binds a sealed secret to its column. */
const sealPurpose = 'app_user.totp';

export interface Binding {
  readonly secret: string;
  readonly otpauth_url: string;
}

/** A fresh secret of 160 bits; every start of a binding takes a new one. */
export function newBinding(username: string, appName: string): Binding {
  const secret = generateSecret();
  return { secret, otpauth_url: generateURI({ issuer: appName, label: username, secret }) };
}

export function sealSecret(vault: Vault, secret: string): string {
  return vault.seal(secret, sealPurpose);
}

/**
 * The time step a code belongs to, within one step before and after the wall clock's, or undefined for a wrong
 * code. Whether the step was used already is for `burnStep` to say.
 */
export function stepOf(vault: Vault, clock: WallClock, sealed: string, code: string): bigint | undefined {
  const result = verifySync({
    secret: vault.open(sealed, sealPurpose),
    token: code,
    epoch: Math.floor(clock.now().getTime() / 1000),
    epochTolerance: totpStepS * totpWindowSteps,
    period: totpStepS,
  });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}
