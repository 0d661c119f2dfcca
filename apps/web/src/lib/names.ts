import { findNames, type FoundName, type NameKind } from '@suanpan/contract/endpoints/names';
import { call } from './api.ts';

/** Where a picker finds what it offers. */
export interface NameSource {
  readonly kind: string;
  readonly find: (question: { search?: string; id?: string }, signal: AbortSignal) => Promise<FoundName[]>;
}

export function nameSource(kind: NameKind): NameSource {
  return { kind, find: (question, signal) => call(findNames, { kind, ...question }, { signal }) };
}
