import type { Endpoint, InputOf } from '@suanpan/contract/endpoint';
import type { ReactNode } from 'react';
import type { FlatSearch } from '../lib/flat-search.ts';
import type { List } from '../lib/use-list.ts';
import { useScreenList } from '../lib/use-screen-list.ts';
import { ListFrame, type ListLook } from './list-frame.tsx';

interface ListScreenProps<E extends Endpoint> extends ListLook<E> {
  readonly endpoint: E;
  readonly toInput: (search: FlatSearch, nowMs: number) => InputOf<E>;
  readonly toolbar?: (list: List<E>) => ReactNode;
}

/** A plain list of the contract: it asks for its rows itself. A screen that needs them too hands them to `ListFrame`. */
export function ListScreen<E extends Endpoint>({ endpoint, toInput, toolbar, ...look }: ListScreenProps<E>) {
  const list = useScreenList(endpoint, toInput);
  return <ListFrame<E> {...look} list={list} toolbar={toolbar && <>{toolbar(list)}</>} />;
}
