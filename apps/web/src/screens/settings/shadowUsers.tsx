import { SegmentedControl } from '@mantine/core';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useWords } from '../../lib/use-words.ts';
import { Grants } from './shadowUsers/grants.tsx';
import { LiveSessions } from './shadowUsers/live-sessions.tsx';

/** Who sees through whose eyes now, and who may. */
export function ShadowUsers() {
  const t = useWords('personal');
  const place = useScreenPlace();
  const shown = textAt(place.search, 'part') === 'grants' ? 'grants' : 'live';
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={place.title}
      value={shown}
      data={[
        { value: 'live', label: t('shadow.live') },
        { value: 'grants', label: t('shadow.grants') },
      ]}
      onChange={(part) => place.setSearch(part === 'live' ? {} : { part }, true)}
    />
  );
  return shown === 'live' ? <LiveSessions choice={choice} /> : <Grants choice={choice} />;
}
