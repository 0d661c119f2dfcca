import type { Room } from './delivery.store.ts';
import { hostOfLane } from '../lane.ts';

export interface PlaceLimits {
  /** Attempts under way at once in this process. */
  readonly total: number;
  /** To one origin; below the connections the way out keeps to it, so that no attempt queues inside its time. */
  readonly perHost: number;
  /** To one recipient behind one origin: from the first, growing with each prompt success to the last. */
  readonly perLaneFirst: number;
  readonly perLaneLast: number;
  /** An acknowledgement slower than this does not count as prompt. */
  readonly promptMs: number;
}

export const defaultPlaces: PlaceLimits = {
  total: 128,
  perHost: 24,
  perLaneFirst: 2,
  perLaneLast: 16,
  promptMs: 2_000,
};

interface LaneState {
  used: number;
  limit: number;
  ailing: boolean;
}

/**
 * Who may send now. A lane that fails or dawdles is ailing: it keeps one place until it answers promptly again,
 * and all ailing lanes together get at most half of the places, of a host's too. So bad endpoints, however many,
 * leave half of the house to the healthy ones (O6).
 */
export interface Places {
  room(): Room;
  take(lane: string): void;
  /** Gives a place back, with how the attempt went; null when none was made. */
  leave(lane: string, attempt: { readonly acknowledged: boolean; readonly latencyMs: number } | null): void;
  readonly used: number;
}

export function createPlaces(limits: PlaceLimits = defaultPlaces): Places {
  const lanes = new Map<string, LaneState>();
  let used = 0;

  const stateOf = (lane: string): LaneState => {
    const known = lanes.get(lane);
    if (known !== undefined) return known;
    const fresh = { used: 0, limit: limits.perLaneFirst, ailing: false };
    lanes.set(lane, fresh);
    return fresh;
  };

  function hosts(): Map<string, { used: number; ailing: number }> {
    const byHost = new Map<string, { used: number; ailing: number }>();
    for (const [lane, state] of lanes) {
      if (state.used === 0) continue;
      const host = byHost.get(hostOfLane(lane)) ?? { used: 0, ailing: 0 };
      host.used += state.used;
      if (state.ailing) host.ailing += state.used;
      byHost.set(hostOfLane(lane), host);
    }
    return byHost;
  }

  return {
    get used() {
      return used;
    },
    room() {
      const busy = hosts();
      const ailingUsed = [...busy.values()].reduce((sum, host) => sum + host.ailing, 0);
      return {
        free: limits.total - used,
        ailingFree: Math.max(0, Math.floor(limits.total / 2) - ailingUsed),
        lanes: [...lanes].map(([lane, state]) => ({
          lane,
          free: Math.max(0, state.limit - state.used),
          ailing: state.ailing,
        })),
        hosts: [...busy].map(([host, state]) => ({
          host,
          free: Math.max(0, limits.perHost - state.used),
          ailingFree: Math.max(0, Math.floor(limits.perHost / 2) - state.ailing),
        })),
        laneDefault: limits.perLaneFirst,
        hostDefault: limits.perHost,
        hostAilingDefault: Math.floor(limits.perHost / 2),
      };
    },
    take(lane) {
      stateOf(lane).used += 1;
      used += 1;
    },
    leave(lane, attempt) {
      const state = stateOf(lane);
      state.used -= 1;
      used -= 1;
      if (attempt !== null) {
        const prompt = attempt.acknowledged && attempt.latencyMs <= limits.promptMs;
        state.limit = prompt ? Math.min(limits.perLaneLast, state.limit + 1) : 1;
        state.ailing = !prompt;
      }
      if (state.used > 0) return;
      // What is idle and healthy is forgotten: it starts small again, and the map holds no more than is going on.
      lanes.delete(lane);
      if (state.ailing) lanes.set(lane, state);
      forgetOldest();
    },
  };

  /** Orders may bring addresses without end; of those that fail only the latest are remembered. */
  function forgetOldest(): void {
    if (lanes.size <= rememberedLanes) return;
    for (const [lane, state] of lanes) {
      if (state.used > 0) continue;
      lanes.delete(lane);
      return;
    }
  }
}

const rememberedLanes = 2_000;
