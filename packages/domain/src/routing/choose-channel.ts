import type { RouteCandidate, RouteRequest, SkipReason } from './candidate.ts';
import { skipReason } from './skip-reason.ts';
import { pickSmoothly } from './smooth-weighted.ts';

export interface SkippedChannel {
  /** Of the way. */
  readonly id: string;
  readonly channelId: string;
  readonly reason: SkipReason;
}

export interface RouteChoice {
  /** The way. Null: refuse with noChannelAvailable and keep the reasons. */
  readonly id: string | null;
  /** Its channel. */
  readonly channelId: string | null;
  /** Taken because this payer paid there last, and not because it was drawn. */
  readonly isSticky: boolean;
  readonly skipped: readonly SkippedChannel[];
  /** Round-robin state to save, by way; empty when nothing was drawn. */
  readonly currentWeights: ReadonlyMap<string, number>;
  /** Eligible ways to try next when the provider surely did not take the order, best first. */
  readonly fallbacks: readonly string[];
}

/**
 * Chooses the channel of an order (domain §5, steps 2 to 4): a rule's channel, the pinned one, or polling, hard filters, lowest
 * priority tier, the payer's own channel or smooth weighted round robin inside it. Pure: the caller reserves the counters and saves the state.
 */
export function chooseChannel(candidates: readonly RouteCandidate[], request: RouteRequest): RouteChoice {
  // A rule that names a channel overrules the pin as well.
  const pinned = request.forced?.size
    ? undefined
    : candidates.find((candidate) => !candidate.polling && candidate.merchantEnabled);
  const skipped: SkippedChannel[] = [];
  const eligible = candidates.filter((candidate) => {
    const reason =
      pinned && candidate.merchantEnabled && candidate !== pinned
        ? 'notThePinnedChannel'
        : skipReason(candidate, request);
    if (reason) skipped.push(skip(candidate, reason));
    return reason === null;
  });

  const tier = Math.min(...eligible.map((candidate) => candidate.priority));
  const inTier = eligible.filter((candidate) => candidate.priority === tier);
  const hasWeight = inTier.some((candidate) => candidate.weight > 0);
  const drawn = hasWeight ? inTier.filter((candidate) => candidate.weight > 0) : inTier;
  for (const candidate of inTier) {
    if (!drawn.includes(candidate)) skipped.push(skip(candidate, 'standbyOnly'));
  }

  // Where there is nothing to choose among, nobody is kept.
  const sticky =
    drawn.length > 1 ? drawn.find((candidate) => candidate.channelId === request.stickyChannelId) : undefined;
  const pick = sticky
    ? { id: sticky.id, currents: new Map<string, number>() }
    : pickSmoothly(
        inTier.map((candidate) => ({
          id: candidate.id,
          weight: candidate.weight,
          current: candidate.currentWeight,
        })),
      );
  return {
    id: pick?.id ?? null,
    channelId: inTier.find((candidate) => candidate.id === pick?.id)?.channelId ?? null,
    isSticky: sticky !== undefined,
    skipped,
    currentWeights: pick?.currents ?? new Map(),
    fallbacks: fallbackOrder(eligible, pick?.id),
  };
}

/** By tier, then by weight; standby channels last. */
function fallbackOrder(eligible: readonly RouteCandidate[], chosen: string | undefined): readonly string[] {
  return eligible
    .filter((candidate) => candidate.id !== chosen)
    .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
    .map((candidate) => candidate.id);
}

const skip = ({ id, channelId }: RouteCandidate, reason: SkipReason): SkippedChannel => ({
  id,
  channelId,
  reason,
});
