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
import type { AdmissionLane } from './admit.ts';
import type { ApiKey, KeyRing, MerchantCaller } from './key-ring.ts';

/** What of block lists and firewall a caller meets once he is proven. */
export type MerchantGate = Pick<Risk, 'admitMerchant'>;

export interface Door {
  readonly ring: KeyRing;
  readonly lane: AdmissionLane;
  readonly clock: WallClock;
  readonly gate: MerchantGate | undefined;
  /** Hears whose a call is, once it is proven. */
  readonly met: (request: object, caller: MerchantCaller) => void;
  /** Hears of every call that is refused. */
  readonly denied: DenialListener;
}

/** A request that its signature proves to be the merchant's; whether it is let in is asked next. */
export interface ProvenRequest {
  readonly key: ApiKey;
  readonly nonce: string;
  /** The one of his secrets that he signed with: answers are signed with the same. */
  readonly secret: KeyObject;
}

const keyPattern = /^[A-Za-z0-9_-]{8,128}$/;

/**
 * Proves a request of API v2, in the order of merchant API §2: key, address, timestamp, signature on the raw bytes.
 * Throws a MerchantFault.
 */
export async function proveV2(door: Door, request: RawRequest): Promise<ProvenRequest> {
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
  return { key, nonce, secret };
}

/** What a proven request meets before its nonce is burnt. Throws a MerchantFault. */
export async function passGate(
  { gate, met }: Door,
  request: { readonly ip: string },
  caller: MerchantCaller,
  { nonce, field }: { readonly nonce: string; readonly field: string },
): Promise<void> {
  const { agentId, counterId: keyId, customerId } = caller;
  met(request, caller);
  await gate?.admitMerchant({ agentId, customerId, keyId, ip: request.ip });
  if (!merchantNoncePattern.test(nonce)) throw new MerchantFault('invalid_request', { field });
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
