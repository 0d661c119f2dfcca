import type { Permission } from '@suanpan/domain/access/permissions';

/**
 * A route of the back office below `#/wrap/`. Its name is its path, its title stands in the words
 * (`screens.<name>`), and its permission is always the name with `.get`.
 */
export interface Screen {
  readonly name: string;
  readonly permission: Permission;
  /** Not an entry of the side menu: reached from the top bar or from another screen. */
  readonly hidden?: true;
}

/** A group of the side menu; its title is `groups.<key>` in the words. */
export interface ScreenGroup {
  readonly key: string;
  /** Name of a Tabler icon, e.g. `chart-dots`. */
  readonly icon: string;
  readonly screens: readonly Screen[];
}

/** Builds the screens of one group from their route names; a misspelt permission does not compile. */
export function screensOf<const Names extends readonly string[]>(
  names: Names & {
    [Index in keyof Names]: `${Names[Index] & string}.get` extends Permission ? Names[Index] : never;
  },
): readonly Screen[] {
  return names.map((name) => ({ name, permission: `${name}.get` as Permission }));
}
