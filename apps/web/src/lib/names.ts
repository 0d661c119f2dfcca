import { findNames, type FoundName, type NameKind } from '@suanpan/contract/endpoints/names';
import { call } from './api.ts';

/** Where a picker finds what it offers. */
export interface NameSource {
  readonly kind: string;
  readonly find: (question: { search?: string; id?: string }, signal?: AbortSignal) => Promise<FoundName[]>;
}

function nameSource(kind: NameKind): NameSource {
  return {
    kind,
    find: (question, signal) => call(findNames, { kind, ...question }, { ...(signal && { signal }) }),
  };
}

export const merchantNames = nameSource('customer');
export const agentNames = nameSource('agent');
export const subAgentNames = nameSource('subAgent');
/** Who may have rules of his own. */
export const merchantAndAgentNames = nameSource('merchantOrAgent');
/** Whoever has a balance. */
export const ownerNames = nameSource('party');
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
