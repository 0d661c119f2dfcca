import {
  callbackAddresses,
  pauseCallbackAddress,
  resumeCallbackAddress,
  type CallbackAddress,
} from '@suanpan/contract/endpoints/callbacks';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import { merchantNames } from '../../lib/names.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';

const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

type E = typeof callbackAddresses;
type Act = CallbackAddress['actions'][number];
const rowKey = (row: CallbackAddress): string => row.customer.id;
const doors = { pause: pauseCallbackAddress, resume: resumeCallbackAddress } as const;
const said = { pause: 'paused', resume: 'resumed' } as const;
const work = ['state', 'customer', 'url', 'waiting', 'failed', 'paused_at'] as const;

/** Standing addresses: which are paused, what waits for them, and the way to open them again. */
export function CallbackAddresses({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('callbacks');
  const [asked, setAsked] = useState<{ readonly act: Act; readonly row: CallbackAddress } | null>(null);
  const columns = useMemo(() => {
    const c = columnsOf<CallbackAddress>();
    return [
      c.tag(
        'state',
        t('columns.state'),
        ({ state }) => ({
          tone: state === 'open' ? 'ok' : 'attention',
          label: t(`addressStates.${state}`),
        }),
        { width: 96, card: 1 },
      ),
      c.whose('merchant', 'customer', t('columns.customer'), ({ customer }) => customer, {
        width: 176,
        card: 1,
      }),
      c.said('role', t('columns.role'), ({ role }) => t(`roles.${role}`), { width: 112 }),
      c.text('url', t('columns.url'), { width: 360, card: 2 }),
      c.count('waiting', t('columns.waiting'), { width: 104, card: 3 }),
      c.count('failed', t('columns.failed'), { width: 104, card: 3 }),
      c.time('paused_at', t('columns.pausedAt')),
    ];
  }, [t]);
  const presets = useWorkAndAll<CallbackAddress>(
    { columns: work, pinned: ['state'], leaving: ['paused_at'] },
    { columns: [...work, 'role'], pinned: ['state'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.pick('customer_id', t('columns.customer'), merchantNames),
      f.choice('state', t('columns.state'), {
        open: t('addressStates.open'),
        paused: t('addressStates.paused'),
      }),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(callbackAddresses, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={callbackAddresses}
      name="callbacks.addresses"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('empty.addresses')}
      headActions={choice}
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          run: () => setAsked({ act, row }),
        }))
      }
    >
      {asked && (
        <Suspense fallback={null}>
          <Confirm
            title={`${t(`acts.${asked.act}`)} ${asked.row.customer.name}`}
            effect={
              <>
                <p>{asked.row.url}</p>
                <p>{t(`effects.${asked.act}`, { count: asked.row.waiting })}</p>
              </>
            }
            confirmLabel={t(`acts.${asked.act}`)}
            act={async ({ once }) => {
              await call(doors[asked.act], { customer_id: asked.row.customer.id }, once);
              toasts.emit({ tone: 'ok', title: t(`said.${said[asked.act]}`), text: asked.row.customer.name });
              await queryClient.invalidateQueries({ queryKey: [callbackAddresses.path] });
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}
