import type { ShadowSession } from '@suanpan/contract/endpoints/impersonation';
import { useWords } from '../../../lib/use-words.ts';

/** Somebody by his user name and what he is; name and number in the tooltip. */
export function Person({ person }: { person: ShadowSession['user'] }) {
  const s = useWords('statuses');
  return (
    <span
      title={`${person.name} · ${person.id}`}
    >{`${person.username} · ${s(`role.${person.role_name}`)}`}</span>
  );
}
