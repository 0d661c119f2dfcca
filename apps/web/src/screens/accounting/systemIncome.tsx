import { SegmentedControl } from '@mantine/core';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { IncomeDays } from './systemIncome/days.tsx';
import { IncomeEntries } from './systemIncome/entries.tsx';

/** The platform's income by day and senior agent, and the journals behind each figure. */
export function SystemIncome() {
  const t = useWords('income');
  const place = useScreenPlace();
  const part = textAt(place.search, 'part') === 'entries' ? 'entries' : 'days';
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={place.title}
      value={part}
      data={[
        { value: 'days', label: t('parts.days') },
        { value: 'entries', label: t('parts.entries') },
      ]}
      onChange={(next) => place.setSearch(next === 'days' ? {} : { part: next }, true)}
    />
  );
  return part === 'days' ? <IncomeDays choice={choice} /> : <IncomeEntries choice={choice} />;
}
