import { usePart } from '../../kit/use-part.tsx';
import { useWords } from '../../lib/use-words.ts';
import { Grants } from './shadowUsers/grants.tsx';
import { LiveSessions } from './shadowUsers/live-sessions.tsx';

/** Who sees through whose eyes now, and who may. */
export function ShadowUsers() {
  const t = useWords('personal');
  const [part, choice] = usePart({ live: t('shadow.live'), grants: t('shadow.grants') });
  return part === 'live' ? <LiveSessions choice={choice} /> : <Grants choice={choice} />;
}
