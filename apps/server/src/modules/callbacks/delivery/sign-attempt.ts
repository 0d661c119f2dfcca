import { randomBytes } from 'node:crypto';
import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import { signV1 } from '@suanpan/signing/v1';
import { webhookHeaders } from '@suanpan/signing/webhooks';

export interface SignedAttempt {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * One attempt as it travels: the body as it was fixed, a timestamp and a signature of this moment, and the same
 * id every time, also in the v1 form. `secrets` has the newest first; v1 knows one.
 */
export function signAttempt(
  event: { readonly event_id: string; readonly api_version: ApiVersion; readonly body: string },
  secrets: readonly string[],
  at: Date,
): SignedAttempt {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  if (event.api_version === 'v2') {
    const message = { id: event.event_id, timestamp, body: event.body };
    return {
      headers: { 'content-type': 'application/json', ...webhookHeaders(message, secrets) },
      body: event.body,
    };
  }
  const form = new URLSearchParams(event.body);
  form.set('timestamp', timestamp);
  form.set('nonce', randomBytes(8).toString('hex'));
  form.set('sign', signV1(Object.fromEntries(form), secrets[0] ?? ''));
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'webhook-id': event.event_id },
    body: form.toString(),
  };
}
