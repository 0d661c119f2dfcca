/** The part after `?` in the hash: plain `k=v`, lists as repeated keys, so that links stay readable. */
export type FlatSearch = Record<string, string | string[]>;

export function parseFlatSearch(text: string): FlatSearch {
  const result: FlatSearch = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const known = result[key];
    result[key] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return result;
}

/** Leaves out what is empty, so that a default never shows in a link. */
export function stringifyFlatSearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null || one === '' || one === false) continue;
      query.append(key, String(one));
    }
  }
  return query.size > 0 ? `?${query}` : '';
}
