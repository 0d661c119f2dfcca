import type { Endpoint, InputOf } from '@suanpan/contract/endpoint';
import { useMemo } from 'react';
import type { FlatSearch } from './flat-search.ts';
import { questionOf } from './list-paging.ts';
import { useScreenPlace } from './screen-search.ts';
import { useList, type List } from './use-list.ts';

/** The list that the address of this screen asks for; what is opened beside it asks for nothing anew. */
export function useScreenList<E extends Endpoint>(
  endpoint: E,
  toInput: (search: FlatSearch, nowMs: number) => InputOf<E>,
): List<E> {
  const { search } = useScreenPlace();
  const question = useMemo(() => questionOf(search), [search]);
  return useList(endpoint, question, toInput);
}
