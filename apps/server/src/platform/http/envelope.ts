import type { ErrorName, Refusal } from '@suanpan/domain/errors';
import type { Locale } from './locale.ts';

/** The words of a catalogue entry in one language. */
export type Words = (name: ErrorName, locale: Locale, params: Readonly<Record<string, string>>) => string;

/** How the back office says no. */
export function envelopeOf(refusal: Refusal, locale: Locale, requestId: string, words: Words) {
  return {
    code: refusal.code,
    message: words(refusal.refusal, locale, { requestId, ...refusal.params }),
    data: null,
    ...(refusal.fields === undefined ? {} : { errors: refusal.fields }),
    ...(refusal.http >= 500 ? { request_id: requestId } : {}),
  };
}
