import type { ExportedList } from '@suanpan/domain/exports/exported-list';
import { useWords } from '../../lib/use-words.ts';

/** The titles of a list's columns, which stand among the words of its own screen. */
export function useColumnName({ area, columns }: ExportedList): (name: string) => string {
  const words = useWords(area) as unknown as (path: string) => string;
  return (name) => words(columns[name] ?? '');
}
