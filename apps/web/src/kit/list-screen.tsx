import type { Endpoint, InputOf } from '@suanpan/contract/endpoint';
import { useMemo, type ReactNode } from 'react';
import type { FlatSearch } from '../lib/flat-search.ts';
import type { List } from '../lib/use-list.ts';
import { useScreenList } from '../lib/use-screen-list.ts';
import { inputOf, type SortsOf } from './filter/field-factory.ts';
import { ListFrame, type ListLook } from './list-frame.tsx';

interface ListScreenProps<E extends Endpoint> extends ListLook<E> {
  readonly endpoint: E;
  /** By what the list can be sorted, its own order first. */
  readonly sorts?: SortsOf<E>;
  /** How the address becomes the call, where its fields alone do not say it. */
  readonly toInput?: (search: FlatSearch, nowMs: number) => InputOf<E>;
  readonly toolbar?: (list: List<E>) => ReactNode;
  readonly picture?: ((list: List<E>) => ReactNode) | undefined;
}

/** A plain list of the contract: it asks for its rows itself. A screen that needs them too hands them to `ListFrame`. */
export function ListScreen<E extends Endpoint>(props: ListScreenProps<E>) {
  const { endpoint, sorts, toInput, toolbar, picture, ...look } = props;
  const { fields } = look;
  const ask = useMemo(() => toInput ?? inputOf(endpoint, fields, sorts), [endpoint, fields, sorts, toInput]);
  const list = useScreenList(endpoint, ask);
  return (
    <ListFrame<E>
      {...look}
      list={list}
      toolbar={toolbar && <>{toolbar(list)}</>}
      picture={picture && <>{picture(list)}</>}
    />
  );
}
