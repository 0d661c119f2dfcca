/** What a recipe does: files it makes, lines it adds to files that stand, and what is left to a person. */
export interface Plan {
  files: Record<string, string>;
  /** New text of a file, from its present one (undefined where it does not exist yet). */
  changes: Record<string, (text: string | undefined) => string>;
  remains: string[];
}

/** `release-hold` as an identifier: `releaseHold`. */
export function camel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Refuses a name that the house would refuse. */
export function requireKebab(name: string | undefined, what: string): string {
  if (!name || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error(`${what} must be kebab-case, such as release-hold; got "${name ?? ''}"`);
  }
  return name;
}
