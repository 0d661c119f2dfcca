import type { FlatSearch } from '../../lib/flat-search.ts';
import { listAt } from '../../lib/list-paging.ts';
import { namesOf, type FilterField } from './filter-field.ts';

/** What a search asks for beside its dates, in the words of its fields; empty where it asks for nothing. */
export function toldSearch(fields: readonly FilterField[], search: FlatSearch): readonly string[] {
  return fields.flatMap((field) => {
    const asked = namesOf(field).map((name) => listAt(search, name) ?? []);
    if (field.kind === 'dates' || asked.every((values) => values.length === 0)) return [];
    switch (field.kind) {
      case 'choice':
      case 'choices':
        return asked
          .flat()
          .map((value) => field.options.find((option) => option.value === value)?.label ?? value);
      case 'amounts':
        return [`${field.label} ${asked.map((values) => values.join()).join('–')}`];
      case 'text':
      case 'pick':
        return [`${field.label} ${asked.flat().join(', ')}`];
    }
  });
}
