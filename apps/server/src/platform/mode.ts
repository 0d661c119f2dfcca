/** What a server is for. Said by SUANPAN_MODE; without it by DEMO and DATABASE_URL, never by NODE_ENV. */
export const modes = ['production', 'demo', 'development'] as const;
export type Mode = (typeof modes)[number];

export interface ModeGiven {
  readonly SUANPAN_MODE?: Mode | undefined;
  readonly DEMO?: boolean | undefined;
  readonly DATABASE_URL?: string | undefined;
}

/** DEMO=1, or neither DEMO nor a database of one's own, is a demo; whatever else does not say what it is, is real. */
export function modeOf({ DATABASE_URL, DEMO, SUANPAN_MODE }: ModeGiven): Mode {
  if (SUANPAN_MODE !== undefined) return SUANPAN_MODE;
  return DEMO === true || (DEMO === undefined && DATABASE_URL === undefined) ? 'demo' : 'production';
}
