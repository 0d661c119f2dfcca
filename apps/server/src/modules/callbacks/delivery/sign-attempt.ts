import { randomBytes } from 'node:crypto';
import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import { signEpay } from '@suanpan/signing/epay';
import { signV1 } from '@suanpan/signing/v1';
import { webhookHeaders } from '@suanpan/signing/webhooks';

export interface SignedAttempt {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Event {
  readonly event_id: string;
  readonly api_version: ApiVersion;
  readonly body: string;
  readonly url: string;
}

/**
 * One attempt as it travels: the body as it was fixed, a timestamp and a signature of this moment, and the same
 * id every time, also in the v1 form. The epay form goes by GET, all of it in the address. `secrets` has the newest first;
 * v1 and epay know one.
 */
export function signAttempt(event: Event, secrets: readonly string[], at: Date): SignedAttempt {
  const { body, event_id: id, url } = event;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  if (event.api_version === 'v2') {
    const signed = webhookHeaders({ id, timestamp, body }, secrets);
    return { method: 'POST', url, headers: { 'content-type': 'application/json', ...signed }, body };
  }
  const form = new URLSearchParams(body);
  const [secret = ''] = secrets;
  if (event.api_version === 'epay') {
    form.set('sign', signEpay(Object.fromEntries(form), secret));
    form.set('sign_type', 'MD5');
    return { method: 'GET', url: withQuery(url, form), headers: { 'webhook-id': id }, body: '' };
  }
  form.set('timestamp', timestamp);
  form.set('nonce', randomBytes(8).toString('hex'));
  form.set('sign', signV1(Object.fromEntries(form), secret));
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'webhook-id': id };
  return { method: 'POST', url, headers, body: form.toString() };
}

/** The same for the way out: a GET carries no body. */
export function sendable({
  body,
  ...attempt
}: SignedAttempt): Omit<SignedAttempt, 'body'> & { body?: string } {
  return attempt.method === 'GET' ? attempt : { ...attempt, body };
}

/** The merchant's own query stays as it is, and ours follows it. */
function withQuery(url: string, query: URLSearchParams): string {
  const [address = '', fragment] = url.split('#', 2);
  const mark = address.includes('?') ? '&' : '?';
  return `${address}${mark}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}
