import type { OutputOf } from '@suanpan/contract/endpoint';
import type { menu } from '@suanpan/contract/endpoints/self';
import { screenGroups } from '@suanpan/contract/screens/registry';
import type { Screen } from '@suanpan/contract/screens/screen';
import type { RouteName } from '@suanpan/domain/access/permissions';
import { translate } from '@suanpan/messages/translate';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Locale } from '../../../platform/http/locale.ts';

type Menu = OutputOf<typeof menu>;
type MenuItem = Menu[number]['children'][number];

/** How much waits behind an entry of the menu, by its route. */
export type MenuBadges = Readonly<Partial<Record<RouteName, number>>>;

/** Only what the caller may open, in his language. Nothing at all while his session is locked. */
export function menuOf(actor: Actor, locale: Locale, badges: MenuBadges = {}): Menu {
  if (actor.locked) return [];
  return screenGroups
    .map((group) => ({
      key: group.key,
      title: translate(locale, `screens.groups.${group.key}` as 'screens.groups.data'),
      icon: group.icon,
      children: group.screens
        .filter((screen) => screen.hidden !== true && actor.permissions.has(screen.permission))
        .flatMap((screen) => itemsOf(screen, actor, locale, badges)),
    }))
    .filter(({ children }) => children.length > 0);
}

const creation: RouteName = 'users.create.customer/accountMethod';

/** Nearly every screen is one item; the wizard is listed twice, for merchants and for general agents. */
function itemsOf({ name }: Screen, { permissions }: Actor, locale: Locale, badges: MenuBadges): MenuItem[] {
  if (name === creation) {
    return (['customer', 'subAgent'] as const)
      .filter((kind) =>
        permissions.has(`${creation}.${kind === 'customer' ? 'createCustomer' : 'createSubAgent'}`),
      )
      .map((kind) => ({
        name,
        title: translate(locale, `screens.createItems.${kind}`),
        path: `/wrap/${creation}`,
        query: { kind },
      }));
  }
  const badge = badges[name as RouteName];
  const item: MenuItem = {
    name,
    title: translate(locale, `screens.titles.${name}` as 'screens.titles.authority'),
    ...(badge !== undefined && { badge }),
  };
  return [name === 'subAuthority' ? { ...item, query: { self: '1' } } : item];
}
