import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { isApi, pathOf } from './address.ts';
import { envelopeOf } from './envelope.ts';
import type { Words } from './envelope.ts';
import { readLocale } from './locale.ts';
import type { RefusedRequest } from './server-door.ts';

/** How everything below an address says no, where that is not the envelope. */
export interface RefusalForm {
  /** `/api/v2/`: with the slash at its end. */
  readonly below: string;
  readonly write: (
    refusal: Refusal,
    about: { readonly requestId: string; readonly headers: IncomingHttpHeaders },
  ) => string;
}

const names: Readonly<Record<number, ErrorName>> = {
  405: 'methodNotAllowed',
  413: 'bodyTooLarge',
  500: 'internalFault',
};

/**
 * JSON for what was refused below /api before any route has seen it, in the form of its address, however badly that is
 * written; undefined for every other address.
 */
export function writeUnread(
  { headers, requestId, status, target }: RefusedRequest,
  forms: readonly RefusalForm[],
  words: Words,
): string | undefined {
  const path = pathOf(target).replace(/^(?:https?:\/\/[^/]*)?\/+/i, '/');
  if (!isApi(path)) return undefined;
  const refusal = new Refusal(names[status] ?? 'unreadableRequest', { params: { requestId } });
  const form = forms.find(({ below }) => path.startsWith(below));
  if (form !== undefined) return form.write(refusal, { headers, requestId });
  return JSON.stringify(envelopeOf(refusal, readLocale(headers['x-localization']), requestId, words));
}
