/**
 * What the specification fixes for screens that are not built yet (§4, §5, §8, §9 and the permission tree), by the
 * screen that will read it. A screen that is built reads what it awaits, and nothing is added here.
 */
export const awaited: Readonly<Record<string, readonly string[]>> = {};

/** As many as there are; a change that takes names off the list lowers it, and none raises it. */
export const awaitedMost = 0;
