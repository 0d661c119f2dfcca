import { manualCallback, reissueNotice, type CollectionRow } from '@suanpan/contract/endpoints/collections';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';

/** What can be done with an order here; which of it is allowed now, the server says in the row. */
export function useCollectionActions(): (row: CollectionRow) => readonly GridAction[] {
  const t = useWords('orders');
  const told = (title: string, row: CollectionRow): void => {
    toasts.emit({ tone: 'ok', title, text: row.order_no });
    void queryClient.invalidateQueries({ queryKey: ['collection', row.id] });
  };
  const reissue = useMutation({
    mutationFn: (row: CollectionRow) =>
      call(reissueNotice, { id: row.id }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: (_answer, row) => told(t('callbackLog.reissueDone'), row),
  });
  const callback = useMutation({
    mutationFn: (row: CollectionRow) =>
      call(manualCallback, { id: row.id }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: (_answer, row) => told(t('callbackLog.callbackDone'), row),
  });
  const { mutate: sendReissue } = reissue;
  const { mutate: sendCallback } = callback;
  return useMemo(() => {
    const known: Readonly<Record<string, (row: CollectionRow) => GridAction>> = {
      reissue: (row) => ({ key: 'reissue', label: t('actions.reissue'), run: () => sendReissue(row) }),
      callback: (row) => ({ key: 'callback', label: t('actions.callback'), run: () => sendCallback(row) }),
    };
    return (row) => row.actions.flatMap((name) => known[name]?.(row) ?? []);
  }, [t, sendReissue, sendCallback]);
}
