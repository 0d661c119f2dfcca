import { SegmentedControl } from '@mantine/core';
import { textAt } from '../../lib/list-paging.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { IncomeDays } from './systemIncome/days.tsx';
import { IncomeEntries } from './systemIncome/entries.tsx';
import { HouseExchanges } from './systemIncome/exchanges.tsx';

const parts = { days: IncomeDays, entries: IncomeEntries, exchanges: HouseExchanges } as const;
type Part = keyof typeof parts;

/** The platform's income by day and senior agent, the journals behind each figure, and what the house exchanges for itself. */
export function SystemIncome() {
  const t = useWords('income');
  const place = useScreenPlace();
  const isPlatform = useSelf().agent_id === undefined;
  const shown: readonly Part[] = isPlatform ? ['days', 'entries', 'exchanges'] : ['days', 'entries'];
  const part = shown.find((one) => one === textAt(place.search, 'part')) ?? 'days';
  const Shown = parts[part];
  return (
    <Shown
      choice={
        <SegmentedControl
          size="xs"
          aria-label={place.title}
          value={part}
          data={shown.map((value) => ({ value, label: t(`parts.${value}`) }))}
          onChange={(next) => place.setSearch(next === 'days' ? {} : { part: next }, true)}
        />
      }
    />
  );
}
