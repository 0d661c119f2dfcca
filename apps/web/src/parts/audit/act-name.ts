import { isPermission, type RouteName, type Verb } from '@suanpan/domain/access/permissions';
import type { Words } from '@suanpan/messages/packs';
import { useCallback } from 'react';
import { useWords } from '../../lib/use-words.ts';

type OwnAct = keyof Words['audit']['acts'];

/** Acts that are no permission and have words of their own. */
const ownActs = [
  'approval.submit',
  'approval.withdraw',
  'approval.expire',
  'approvals.fourEyesOff',
  'session.start',
  'session.end',
  'password.set',
  'twoFactor.bind',
  'collection.create',
  'collection.settle',
  'collection.release',
  'collection.expire',
  'collection.close',
  'collection.cancel',
  'event.redeliver',
  'clock.move',
  'demo.seed',
  'forbidden',
  'ipNotAllowed',
  'agentOnly',
  'impersonationForbidden',
  'addressBlocked',
  'firewall.ban',
  'blockedPayer',
  'export.request',
  'export.complete',
  'export.fail',
  'export.download',
] as const satisfies readonly OwnAct[];
const known: ReadonlySet<string> = new Set(ownActs);

/** The words of an act: of its screen and verb where it is a permission, its own, or its bare name. */
export function useActName(): (act: string) => string {
  const t = useWords('audit');
  const screens = useWords('screens');
  const verbs = useWords('permissions');
  return useCallback(
    (act) => {
      if (isPermission(act)) {
        const dot = act.lastIndexOf('.');
        const route = act.slice(0, dot) as RouteName;
        return `${screens(`titles.${route}`)} · ${verbs(`verbs.${act.slice(dot + 1) as Verb}`)}`;
      }
      return known.has(act) ? t(`acts.${act as OwnAct}`) : act;
    },
    [t, screens, verbs],
  );
}
