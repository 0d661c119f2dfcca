import type { IncomingHttpHeaders } from 'node:http';
import type { KeyObject } from 'node:crypto';
import { merchantNoncePattern, merchantTimestampWindowS } from '@suanpan/domain/limits';
import { isFresh } from '@suanpan/signing/freshness';
import { verifyV2 } from '@suanpan/signing/v2';
import type { RawRequest } from '../../../platform/http/bind-raw.ts';
import type { WallClock } from '../../../platform/clock.ts';
import type { Risk } from '../../risk/index.ts';
import { MerchantFault } from '../merchant-fault.ts';
import type { DenialListener } from '../note-denial.ts';
import { admit } from './admit.ts';
import type { AdmissionLane } from './admit.ts';
import type { ApiKey, ApiScope, KeyRing, MerchantCaller } from './key-ring.ts';

/** What of block lists and firewall a caller meets once he is proven. */
export type MerchantGate = Pick<Risk, 'admitMerchant'>;

export interface Door {
  readonly ring: KeyRing;
  readonly lane: AdmissionLane;
  readonly clock: WallClock;
  readonly gate: MerchantGate | undefined;
  /** Hears of every call that is refused. */
  readonly denied: DenialListener;
}

/** A signed request that is let in, or is known to be the merchant's although it is not. */
export interface KnownCaller {
  readonly key: ApiKey;
  /** The one of his secrets that he signed with: answers are signed with the same. */
  readonly secret: KeyObject;
}

const keyPattern = /^[A-Za-z0-9_-]{8,128}$/;

/**
 * Lets a request of API v2 in, in the order of merchant API §2: key, address, timestamp, signature on the raw bytes,
 * nonce, rate. `known` hears of the caller as soon as the signature proves him. Throws a MerchantFault.
 */
export async function admitV2(
  door: Door,
  request: RawRequest,
  scope: ApiScope,
  known: (caller: KnownCaller) => void,
): Promise<ApiKey> {
  const { headers } = request;
  const named = textOf(headers, 'x-api-key');
  const found = keyPattern.test(named) ? door.ring.findKey(named) : undefined;
  const key = found instanceof Promise ? await found : found;
  if (key === undefined) throw new MerchantFault('invalid_key');
  if (!key.mayCallFrom(request.ip)) throw new MerchantFault('ip_not_allowed', { caller: key });

  const timestamp = textOf(headers, 'x-timestamp');
  const nowS = Math.floor(door.clock.now().getTime() / 1000);
  if (!isFresh(timestamp, nowS, merchantTimestampWindowS)) throw new MerchantFault('timestamp_out_of_range');

  const nonce = textOf(headers, 'x-nonce');
  const secret = provenSecret(key, request, timestamp, nonce);
  if (secret === undefined) throw new MerchantFault('invalid_signature', { caller: key });
  known({ key, secret });
  await door.gate?.admitMerchant({ ...callerOf(key), ip: request.ip, path: request.path });

  if (!merchantNoncePattern.test(nonce)) throw new MerchantFault('invalid_request', { field: 'X-Nonce' });
  await admit(door.lane, door.clock, key, nonce);
  if (!key.scopes.includes(scope)) throw new MerchantFault('scope_denied');
  return key;
}

/** A proven caller, as the firewall counts him. */
export function callerOf({ agentId, counterId, customerId }: MerchantCaller) {
  return { agentId, customerId, keyId: counterId };
}

function provenSecret(
  key: ApiKey,
  request: RawRequest,
  timestamp: string,
  nonce: string,
): KeyObject | undefined {
  const signature = textOf(request.headers, 'x-signature');
  const { method, path, rawBody, url } = request;
  const query = url.slice(path.length + 1);
  const signed = { method, path, query, timestamp, nonce, body: rawBody };
  let proven: KeyObject | undefined;
  // Every secret is tried, so that the time does not tell which one matched.
  for (const secret of key.secrets) {
    if (verifyV2(signed, signature, [secret.key])) proven ??= secret.key;
  }
  return proven;
}

function textOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
