import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { textAt } from '../lib/list-paging.ts';
import { useScreenPlace } from '../lib/screen-search.ts';

/** Which part of a screen is shown, as its address says, the first of `words` without one; and the choice among them. */
export function usePart<Name extends string>(
  words: Readonly<Partial<Record<Name, string>>>,
): readonly [part: Name, choice: ReactNode] {
  const { title, search, setSearch } = useScreenPlace();
  const names = Object.keys(words) as [Name, ...Name[]];
  const [first] = names;
  const part = names.find((name) => name === textAt(search, 'part')) ?? first;
  const choice = names.length > 1 && (
    <SegmentedControl
      size="xs"
      aria-label={title}
      value={part}
      data={names.map((value) => ({ value, label: words[value] ?? '' }))}
      onChange={(next) => setSearch(next === first ? {} : { part: next }, true)}
    />
  );
  return [part, choice];
}
