import { routeNames, type RouteName } from '@suanpan/domain/access/permissions';

const names: ReadonlySet<string> = new Set(routeNames);

export function isRouteName(path: string): path is RouteName {
  return names.has(path);
}
