import { callbackKinds, callbacks, type CallbackRow } from '@suanpan/contract/endpoints/callbacks';
import { callbackResults, callbackStatuses } from '@suanpan/domain/states/callback';
import { merchantEventTypes } from '@suanpan/domain/states/wire';
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { textAt } from '../../lib/list-paging.ts';
import { merchantNames } from '../../lib/names.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { ordersChanged } from '../../lib/socket.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { useWatchOffer } from '../watch/use-watch-offer.tsx';
import { callbackColumns, callbackPresets, eventOf } from './columns.tsx';
import { useResend } from './use-resend.tsx';

// Fetched with the first event that is opened: the list itself is shown without it.
const CallbackDrawer = lazy(async () => ({ default: (await import('./drawer.tsx')).CallbackDrawer }));

type E = typeof callbacks;
const rowKey = (row: CallbackRow): string => row.id;
const nameOf = (row: CallbackRow): string => row.order.no;
const onlyGivenUp = { given_up: 'only' };

interface CallbackEventsProps {
  /** Under which the columns are remembered. */
  readonly name: string;
  /** The other parts of the screen. */
  readonly choice: ReactNode;
  /** A queue: what does not go out by itself any more, whatever its age. */
  readonly isQueue?: boolean;
}

/** What merchants were told: found by number, reason and day, read again as orders change, sent again one or many. */
export function CallbackEvents({ name, choice, isQueue = false }: CallbackEventsProps) {
  const t = useWords('callbacks');
  const o = useWords('orders');
  const statuses = useWords('statuses');
  const common = useWords('common');
  const { open, search } = useScreenPlace();
  const columns = useMemo(() => callbackColumns({ t, o, statuses }), [t, o, statuses]);
  const presets = useMemo(() => callbackPresets(common), [common]);
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.number('no', t('filters.no'), { placeholder: t('filters.noPlaceholder') }),
      f.days(t('filters.range'), { fallback: isQueue ? 'all' : 'today' }),
      f.choice(
        'status',
        t('columns.status'),
        wordsOf(callbackStatuses, (one) => statuses(`callback.${one}`)),
      ),
      f.choice(
        'result',
        t('columns.result'),
        wordsOf(callbackResults, (one) => statuses(`callbackResult.${one}`)),
      ),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      f.choice(
        'kind',
        t('columns.kind'),
        wordsOf(callbackKinds, (one) => t(`kinds.${one}`)),
      ),
      f.choice(
        'type',
        t('columns.type'),
        wordsOf(merchantEventTypes, (one) => eventOf(o, one)),
      ),
      f.choice('held', t('filters.held'), { only: t('filters.heldOnly') }),
      f.choice(
        'given_up',
        t('filters.givenUp'),
        { only: t('filters.givenUpOnly') },
        isQueue ? 'only' : undefined,
      ),
    ];
  }, [t, o, statuses, isQueue]);
  const toInput = useMemo(() => inputOf(callbacks, fields), [fields]);
  const list = useScreenList(callbacks, toInput);
  const watch = useWatchOffer('callbacks', fields, toInput, isQueue ? onlyGivenUp : undefined);
  const { data, refresh } = list;
  useEffect(
    () =>
      ordersChanged.listen((events) => {
        const isShown = events?.some(({ id, kind }) =>
          data?.items.some(({ order }) => order.kind === kind && order.id === id),
        );
        if (isShown === true) refresh();
      }),
    [data, refresh],
  );
  const { actionsOf, bulk, dialog } = useResend();
  const opened = textAt(search, 'open');
  return (
    <ListFrame<E>
      list={list}
      name={name}
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('empty.events')}
      moreOfViews={watch.offer}
      headActions={
        <>
          {choice}
          <ExportButton kind="callbacks" endpoint={callbacks} toInput={toInput} />
        </>
      }
      onOpen={(row) => open(row.id)}
      actions={actionsOf}
      bulk={{ nameOf, sum: () => null, acts: bulk }}
    >
      {dialog}
      {watch.dialog}
      {opened !== undefined && (
        <Suspense fallback={null}>
          <CallbackDrawer id={opened} onClose={() => open(null)} />
        </Suspense>
      )}
    </ListFrame>
  );
}
