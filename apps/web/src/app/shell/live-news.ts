import { exportsList } from '@suanpan/contract/endpoints/exports';
import { ringsForOrders } from '@suanpan/contract/endpoints/collection-setting';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { approvals } from '@suanpan/contract/endpoints/approvals';
import type { Notification } from '@suanpan/contract/endpoints/notifications';
import type { OrderEvent } from '@suanpan/contract/realtime/events';
import { call } from '../../lib/api.ts';
import { noticesChanged } from '../../lib/notices.ts';
import { ownQueries } from '../../lib/own-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { rightsDoubted } from '../../lib/session.ts';
import { localeChanged } from '../../lib/locale.ts';
import {
  approvalsChanged,
  balanceChanged,
  exportChanged,
  notificationArrived,
  ordersChanged,
  reconnected,
} from '../../lib/socket.ts';
import { isSoundOn, ring } from '../../lib/sound.ts';
import { flashTitle } from '../../lib/title.ts';
import { toasts, type Toast } from '../../lib/toast.ts';
import { addFinishedExport } from '../../parts/export/finished-exports.ts';

const ringsKnownMs = 60_000;

const tones: Record<Notification['data']['message']['level'], Toast['tone']> = {
  info: 'wait',
  warning: 'attention',
  danger: 'fail',
};

function announce(notice: Notification): void {
  const { title, content, level, color } = notice.data.message;
  // Every notice flashes the title with its own title; one with a sound rings as well.
  flashTitle(title);
  if (notice.sound) ring();
  void noticesChanged();
  if (notice.msgType === 'ExportCompleted') addFinishedExport(content);
  else toasts.emit({ tone: tones[level], title, text: content, color, isNotice: true });
}

/** A new collection rings where the house has it so; asked once in a while and never for each order. */
async function ringForNew(events: readonly OrderEvent[] | null): Promise<void> {
  const isNew = events?.some(({ kind, status }) => kind === 'collection' && status === 'pending');
  if (isNew !== true || !isSoundOn()) return;
  const { rings } = await queryClient
    .fetchQuery({
      queryKey: [ringsForOrders.path],
      queryFn: ({ signal }) => call(ringsForOrders, {}, { signal, background: true }),
      staleTime: ringsKnownMs,
    })
    // Whoever may not see orders hears none.
    .catch(() => ({ rings: false }));
  if (rings) ring();
}

/** Progress is written into the lists that show it; whatever else became of an export is read again. */
function followExport({ id, status, progress }: ExportChange): void {
  const queryKey = [exportsList.path];
  const lists = queryClient.getQueriesData<OutputOf<typeof exportsList>>({ queryKey });
  const isShown = lists.some(([, data]) => data?.items.some((row) => row.id === id && row.status === status));
  if (status !== 'running' || !isShown) return void queryClient.invalidateQueries({ queryKey });
  queryClient.setQueriesData<OutputOf<typeof exportsList>>(
    { queryKey },
    (data) =>
      data && { ...data, items: data.items.map((row) => (row.id === id ? { ...row, progress } : row)) },
  );
}
type ExportChange = Parameters<Parameters<typeof exportChanged.listen>[0]>[0];

/** Ties what the socket tells to the cache, the sound and the title. Returns the function that unties it. */
export function watchNews(): () => void {
  const stops = [
    notificationArrived.listen(announce),
    ordersChanged.listen((events) => void ringForNew(events)),
    balanceChanged.listen((change) => {
      queryClient.setQueryData(ownQueries.self.queryKey, (before) => before && { ...before, ...change });
    }),
    approvalsChanged.listen(() => {
      void queryClient.invalidateQueries({ queryKey: ownQueries.menu.queryKey });
      void queryClient.invalidateQueries({ queryKey: [approvals.path] });
      void queryClient.invalidateQueries({ queryKey: ['statistics'] });
    }),
    exportChanged.listen(followExport),
    // A refusal for want of a right may mean that rights have changed: they are read again.
    rightsDoubted.listen(() => void queryClient.invalidateQueries({ queryKey: ['own'] })),
    // What was missed while the line was down is read again.
    reconnected.listen(() => void queryClient.invalidateQueries()),
    localeChanged.listen(() => void queryClient.invalidateQueries()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
