import { findNames, type FoundName, type NameKind } from '@suanpan/contract/endpoints/names';
import { call } from './api.ts';
import type { Whose } from './own-user.ts';

/** Where a picker finds what it offers. */
export interface NameSource {
  readonly kind: string;
  /** Of whom it finds some; where there is one alone there is nothing to pick. */
  readonly whose?: Whose;
  readonly find: (question: { search?: string; id?: string }, signal?: AbortSignal) => Promise<FoundName[]>;
}

function nameSource(kind: NameKind, whose?: Whose): NameSource {
  return {
    kind,
    ...(whose && { whose }),
    find: (question, signal) => call(findNames, { kind, ...question }, { ...(signal && { signal }) }),
  };
}

export const merchantNames = nameSource('customer', 'merchant');
export const agentNames = nameSource('agent', 'agent');
export const subAgentNames = nameSource('subAgent');
/** Who may have rules of his own. */
export const merchantAndAgentNames = nameSource('merchantOrAgent');
/** Whoever has a balance. */
export const ownerNames = nameSource('party', 'merchant');
/** Whoever may sign in. */
export const operatorNames = nameSource('operator');
export const collectionChannelNames = nameSource('collectionChannel');
export const payoutChannelNames = nameSource('payoutChannel');
export const collectionAccountNames = nameSource('collectionAccount');
export const payoutAccountNames = nameSource('payoutAccount');
/** Accounts of either direction. */
export const channelAccountNames: NameSource = {
  kind: 'channelAccount',
  async find(question, signal) {
    const found = await Promise.all(
      [collectionAccountNames, payoutAccountNames].map((source) => source.find(question, signal)),
    );
    return found.flat();
  },
};
