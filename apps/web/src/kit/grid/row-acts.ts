import type { GridAction } from './grid-column.ts';

/** What can be done with a row, as it stands in it. */
export interface RowActs {
  /** The act that stands in the row itself: a row that opens shows that, of another it is the first one. */
  readonly lead: GridAction | undefined;
  /** Behind the menu, dangerous ones last. */
  readonly further: readonly GridAction[];
}

const none: readonly GridAction[] = [];

/** The acts of rows that open, or do not. */
export function rowActs<Row>(
  opens: boolean,
  actions: ((row: Row) => readonly GridAction[]) | undefined,
): (row: Row) => RowActs {
  return (row) => {
    const all = actions?.(row) ?? none;
    return opens
      ? { lead: undefined, further: dangerousLast(all) }
      : { lead: all[0], further: dangerousLast(all.slice(1)) };
  };
}

function dangerousLast(acts: readonly GridAction[]): readonly GridAction[] {
  return [...acts.filter((act) => !act.isDangerous), ...acts.filter((act) => act.isDangerous)];
}

/** Beside the words of a button: its padding, the air round it, and the weight of its letters. */
const buttonFrame = 20;
const moreWidth = 28;

/** The longest words of an act that stands in a row, and the pixels beside them. */
export function widestLead<Row>(
  rows: readonly Row[],
  actsOf: (row: Row) => RowActs,
): { readonly label: string; readonly beside: number } {
  let label = '';
  let hasMore = false;
  for (const row of rows) {
    const { lead, further } = actsOf(row);
    if (lead !== undefined && lead.label.length > label.length) label = lead.label;
    hasMore ||= further.length > 0;
  }
  return { label, beside: buttonFrame + (hasMore ? moreWidth : 0) };
}
