import { isPermission } from '@suanpan/domain/access/permissions';
import { translate } from '@suanpan/messages/translate';
import type { WordKey } from '@suanpan/messages/translate';
import type { Locale } from '../../../platform/http/locale.ts';

/** The words of an act: of its screen and verb where it is a permission, its own, or its bare name. */
export function actName(locale: Locale, act: string): string {
  if (!isPermission(act)) return wordOr(locale, `audit.acts.${act}`, act);
  const dot = act.lastIndexOf('.');
  const screen = wordOr(locale, `screens.titles.${act.slice(0, dot)}`, act.slice(0, dot));
  return `${screen} · ${wordOr(locale, `permissions.verbs.${act.slice(dot + 1)}`, act.slice(dot + 1))}`;
}

export function objectName(locale: Locale, kind: string): string {
  return wordOr(locale, `audit.kinds.${kind}`, kind);
}

/** Acts and kinds come from the log, which is older than the words may be. */
function wordOr(locale: Locale, key: string, bare: string): string {
  const word = translate(locale, key as WordKey);
  return word === key ? bare : word;
}
