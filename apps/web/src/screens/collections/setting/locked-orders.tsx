import { Button } from '@mantine/core';
import { lockedCollections, unlockCollections } from '@suanpan/contract/endpoints/collection-acts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Copy } from '../../../kit/copy.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './setting.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

/** Orders that somebody has to himself, and the way to give them back to everybody. */
export function LockedOrders() {
  const t = useWords('collectionSetting');
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [lockedCollections.path],
    queryFn: ({ signal }) => call(lockedCollections, {}, { signal }),
  });
  const items = data?.items ?? [];
  return (
    <section className={styles.locked}>
      <h2>{t('unlock.title')}</h2>
      {error instanceof CallFault && <Fault fault={error} onRetry={() => void refetch()} />}
      {data !== undefined && items.length === 0 && <p className={styles.quiet}>{t('unlock.none')}</p>}
      <ul>
        {items.map(({ id, lock_until: until, locked_by: by, no }) => (
          <li key={id}>
            <Copy text={no} />
            <span>{t('unlock.until', { name: by.name, time: showInstant(until) })}</span>
          </li>
        ))}
      </ul>
      {items.length > 0 && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('unlock.act')}
        </Button>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <Confirm
            title={t('unlock.act')}
            effect={t('unlock.effect', { count: items.length })}
            confirmLabel={t('unlock.act')}
            asks={['reason', 'payment_password', 'one_code']}
            act={async ({ once, reason, stepUp }) => {
              await call(
                unlockCollections,
                {
                  order_ids: items.map(({ id }) => id),
                  reason,
                  ...stepUp,
                },
                once,
              );
              toasts.emit({ tone: 'ok', title: t('unlock.done') });
              await refetch();
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
