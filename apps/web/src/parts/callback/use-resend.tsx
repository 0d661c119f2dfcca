import {
  callbacks,
  resendCallback,
  resendCallbacks,
  resendMost,
  type CallbackRow,
} from '@suanpan/contract/endpoints/callbacks';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { BulkAct } from '../../kit/bulk-bar.tsx';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';

// Fetched with the first act that is asked for: a list is shown without.
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

interface Resending {
  readonly actionsOf: (row: CallbackRow) => readonly GridAction[];
  readonly bulk: readonly BulkAct<CallbackRow>[];
  readonly dialog: ReactNode;
}

const changed = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [callbacks.path] }),
    queryClient.invalidateQueries({ queryKey: ['callback'] }),
  ]);

/** Sends one event again, or many; each opens with its effect. */
export function useResend(): Resending {
  const t = useWords('callbacks');
  const [asked, setAsked] = useState<CallbackRow | null>(null);
  const actionsOf = useMemo(
    () => (row: CallbackRow) =>
      row.actions.map((act) => ({ key: act, label: t(`acts.${act}`), run: () => setAsked(row) })),
    [t],
  );
  const bulk = useMemo(
    (): readonly BulkAct<CallbackRow>[] => [
      {
        key: 'resend',
        label: t('acts.resend'),
        allows: (row) => row.actions.includes('resend'),
        effect: (count) => `${t('said.count', { count })} · ${t('effects.resend')}`,
        run: (row, once) => call(resendCallback, { id: row.id }, once),
        together: {
          most: resendMost,
          run: async (rows, once) => {
            const { items } = await call(resendCallbacks, { ids: rows.map(({ id }) => id) }, once);
            void changed();
            return new Map(
              items.flatMap(({ id, message, outcome }) =>
                outcome === 'refused' ? [[id, message ?? '']] : [],
              ),
            );
          },
        },
      },
    ],
    [t],
  );
  const dialog = asked && (
    <Suspense fallback={null}>
      <Confirm
        title={`${t('acts.resend')} ${asked.order.no}`}
        effect={
          <>
            <p>{t('effects.resend')}</p>
            {asked.url !== null && <p>{asked.url}</p>}
          </>
        }
        confirmLabel={t('acts.resend')}
        act={async ({ once }) => {
          await call(resendCallback, { id: asked.id }, once);
          toasts.emit({ tone: 'ok', title: t('said.resent'), text: asked.order.no });
          void changed();
        }}
        onClose={() => setAsked(null)}
      />
    </Suspense>
  );
  return { actionsOf, bulk, dialog };
}
