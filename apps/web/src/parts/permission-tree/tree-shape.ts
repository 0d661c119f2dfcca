import { screenGroups } from '@suanpan/contract/screens/registry';
import { permissionTree, type Permission, type RouteName } from '@suanpan/domain/access/permissions';

export interface TreeVerb {
  readonly permission: Permission;
  readonly verb: string;
}
export interface TreeScreen {
  readonly route: RouteName;
  readonly verbs: readonly TreeVerb[];
}
export interface TreeGroup {
  readonly key: string;
  readonly icon: string;
  readonly screens: readonly TreeScreen[];
}

/** The permissions offered, in the order of the menu; screens and groups that offer none are left out. */
export function treeOf(offered: ReadonlySet<string>): readonly TreeGroup[] {
  return screenGroups.flatMap(({ key, icon, screens }) => {
    const shown = screens.flatMap((screen) => {
      const route = screen.name as RouteName;
      const verbs = permissionTree[route]
        .map((verb) => ({ verb, permission: `${route}.${verb}` as Permission }))
        .filter(({ permission }) => offered.has(permission));
      return verbs.length === 0 ? [] : [{ route, verbs }];
    });
    return shown.length === 0 ? [] : [{ key, icon, screens: shown }];
  });
}

export const permissionsIn = (screens: readonly TreeScreen[]): readonly Permission[] =>
  screens.flatMap(({ verbs }) => verbs.map(({ permission }) => permission));

/**
 * Nothing can be done on a screen that cannot be opened: choosing a verb chooses `get` too, and taking `get` away
 * takes the whole screen. What is not in `free` stays as it is.
 */
export function toggled(
  chosen: ReadonlySet<Permission>,
  permissions: readonly Permission[],
  isOn: boolean,
  free: ReadonlySet<string>,
): ReadonlySet<Permission> {
  const next = new Set(chosen);
  for (const permission of permissions) {
    const route = permission.slice(0, permission.lastIndexOf('.')) as RouteName;
    const whole = permissionTree[route].map((verb) => `${route}.${verb}` as Permission);
    const touched = isOn
      ? [permission, `${route}.get` as Permission]
      : permission === `${route}.get`
        ? whole
        : [permission];
    for (const one of touched) {
      if (!free.has(one)) continue;
      if (isOn) next.add(one);
      else next.delete(one);
    }
  }
  return next;
}

export type TriState = 'all' | 'some' | 'none';

export function stateOf(chosen: ReadonlySet<string>, permissions: readonly Permission[]): TriState {
  const count = permissions.filter((permission) => chosen.has(permission)).length;
  return count === 0 ? 'none' : count === permissions.length ? 'all' : 'some';
}
