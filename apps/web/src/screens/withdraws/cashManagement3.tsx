import { SegmentedControl } from '@mantine/core';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { Buckets } from './cashManagement3/buckets.tsx';
import { Register } from './cashManagement3/register.tsx';

/** Fund management: what everybody of the tree holds, and every movement that no order caused. */
export function CashManagement() {
  const t = useWords('funds');
  const place = useScreenPlace();
  const part = textAt(place.search, 'part') === 'register' ? 'register' : 'buckets';
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={place.title}
      value={part}
      data={[
        { value: 'buckets', label: t('tabs.buckets') },
        { value: 'register', label: t('tabs.register') },
      ]}
      onChange={(next) => place.setSearch(next === 'buckets' ? {} : { part: next }, true)}
    />
  );
  return part === 'buckets' ? <Buckets choice={choice} /> : <Register choice={choice} />;
}
