import { credit, debit } from './leg.ts';
import type { Leg, Owner } from './leg.ts';

/** Buckets that a hold can take money from. */
export const mixKinds = ['L210', 'L202', 'L201', 'L200'] as const;
export type MixKind = (typeof mixKinds)[number];

/** Which buckets a hold took its money from, in minor units; giving it back follows exactly this. */
export type Mix = Readonly<Partial<Record<MixKind, bigint>>>;

export const totalOf = (mix: Mix): bigint => mixKinds.reduce((sum, kind) => sum + (mix[kind] ?? 0n), 0n);

export const takeMix = (mix: Mix, owner: Owner): readonly Leg[] =>
  mixKinds.map((kind) => debit(kind, owner, mix[kind] ?? 0n));

/** Posts a hold back. Money whose settlement day has come meanwhile goes to L200 instead of L210 or L202. */
export function giveBackMix(mix: Mix, owner: Owner, options: { settled?: boolean } = {}): readonly Leg[] {
  return mixKinds.map((kind) => {
    const early = kind === 'L210' || kind === 'L202';
    return credit(early && options.settled === true ? 'L200' : kind, owner, mix[kind] ?? 0n);
  });
}

/**
 * Takes an amount from buckets in the order given, each as far as it reaches. `short` is what no bucket covers:
 * the caller refuses it, or books it as a receivable where the law of the recipe says so.
 */
export function drawMix(
  amount: bigint,
  available: Mix,
  order: readonly MixKind[],
): { readonly mix: Mix; readonly short: bigint } {
  const mix: Partial<Record<MixKind, bigint>> = {};
  let rest = amount;
  for (const kind of order) {
    const held = available[kind] ?? 0n;
    const taken = held < rest ? held : rest;
    if (taken > 0n) mix[kind] = taken;
    rest -= taken > 0n ? taken : 0n;
  }
  return { mix, short: rest };
}
