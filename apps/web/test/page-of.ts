/** The only page of a list, as the server answers it; `total` where more rows are there than these. */
export function pageOf<const Row>(items: readonly Row[], total = items.length) {
  return { items: [...items], page: 1, paginate: 50, total, next_cursor: null, summary: {} };
}
