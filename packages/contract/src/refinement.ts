/** What a schema asks for beyond types, limits and patterns; each name has its sentence in three languages. */
export const refinements = [
  'distinct',
  'payable',
  'ofItsType',
  'fewEntries',
  'cursorAlone',
  'knownKey',
] as const;
export type Refinement = (typeof refinements)[number];

/** Names a refinement on its issue: `.refine(check, named('distinct'))`. */
export function named(
  refinement: Refinement,
  values: Readonly<Record<string, string>> = {},
): { params: { refinement: Refinement; values: Readonly<Record<string, string>> } } {
  return { params: { refinement, values } };
}
