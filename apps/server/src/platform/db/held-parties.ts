const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Parties whose balance somebody holds. They are left out of the lane for a second, and twice as long each time they are
 * found held again, up to half a minute.
 */
export interface HeldParties {
  note(party: bigint, nowMs: number): void;
  forget(party: bigint): void;
  isHeld(party: bigint): boolean;
  /** When the party may be tried again; in the past where it may be at once. */
  restsUntil(party: bigint): number;
}

export function createHeldParties(): HeldParties {
  const parties = new Map<bigint, { untilMs: number; pauseMs: number }>();
  return {
    note(party, nowMs) {
      const known = parties.get(party);
      if (known !== undefined && known.untilMs > nowMs) return;
      const pauseMs = Math.min(longestPauseMs, known === undefined ? firstPauseMs : known.pauseMs * 2);
      parties.set(party, { untilMs: nowMs + pauseMs, pauseMs });
    },
    forget: (party) => void parties.delete(party),
    isHeld: (party) => parties.has(party),
    restsUntil: (party) => parties.get(party)?.untilMs ?? 0,
  };
}
