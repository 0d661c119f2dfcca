import type { RouteCandidate, RouteRequest, SkipReason } from './candidate.ts';
import { skipReason } from './skip-reason.ts';
import { pickSmoothly } from './smooth-weighted.ts';

export interface SkippedChannel {
  readonly channelId: string;
  readonly reason: SkipReason;
}

export interface RouteChoice {
  /** Null: refuse with noChannelAvailable and keep the reasons. */
  readonly channelId: string | null;
  readonly skipped: readonly SkippedChannel[];
  /** Round-robin state to save, by channel; empty when nothing was drawn. */
  readonly currentWeights: ReadonlyMap<string, number>;
  /** Eligible channels to try next when the provider surely did not take the order, best first. */
  readonly fallbacks: readonly string[];
}

/**
 * Chooses the channel of an order (domain §5, steps 2 to 4): a rule's channel, the pinned one, or polling, hard filters, lowest
 * priority tier, smooth weighted round robin inside it. Pure: the caller reserves the counters and saves the state.
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
    if (reason) skipped.push({ channelId: candidate.channelId, reason });
    return reason === null;
  });

  const tier = Math.min(...eligible.map((candidate) => candidate.priority));
  const inTier = eligible.filter((candidate) => candidate.priority === tier);
  const hasWeight = inTier.some((candidate) => candidate.weight > 0);
  for (const candidate of inTier) {
    if (hasWeight && candidate.weight === 0) {
      skipped.push({ channelId: candidate.channelId, reason: 'standbyOnly' });
    }
  }

  const sticky = inTier.find((candidate) => candidate.channelId === request.stickyChannelId);
  const pick = sticky
    ? { id: sticky.channelId, currents: new Map<string, number>() }
    : pickSmoothly(
        inTier.map((candidate) => ({
          id: candidate.channelId,
          weight: candidate.weight,
          current: candidate.currentWeight,
        })),
      );
  return {
    channelId: pick?.id ?? null,
    skipped,
    currentWeights: pick?.currents ?? new Map(),
    fallbacks: fallbackOrder(eligible, pick?.id),
  };
}

/** By tier, then by weight; standby channels last. */
function fallbackOrder(eligible: readonly RouteCandidate[], chosen: string | undefined): readonly string[] {
  return eligible
    .filter((candidate) => candidate.channelId !== chosen)
    .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
    .map((candidate) => candidate.channelId);
}
