import { useMemo, useState } from 'react';
import { useWords } from '../../lib/use-words.ts';
import type { GridPreset } from './grid-column.ts';
import { workAndAll, type All, type Work } from './work-and-all.ts';

/** The two presets of a list whose columns are always the same; one whose columns depend on who looks takes `workAndAll`. */
export function useWorkAndAll<Row>(work: Work<Row>, all: All<Row>): readonly GridPreset[] {
  const common = useWords('common');
  const [shown] = useState({ work, all });
  return useMemo(() => workAndAll<Row>(common, shown.work, shown.all), [common, shown]);
}
