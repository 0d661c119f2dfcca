import { countOf } from '../db/count-of.ts';

interface Paged {
  readonly page: number;
  readonly paginate: number;
}

/** Which rows a page shows. */
export const page = ({ page: number, paginate }: Paged) => ({
  offset: (number - 1) * paginate,
  limit: paginate,
});

/** A list's answer: one page of it, with what is said of all its rows. */
export function answerPage<Row, Summary extends object>(
  { page: number, paginate }: Paged,
  { items, total, summary }: { items: Row[]; total: number | bigint; summary: Summary },
) {
  return { items, page: number, paginate, total: countOf(BigInt(total)), next_cursor: null, summary };
}
