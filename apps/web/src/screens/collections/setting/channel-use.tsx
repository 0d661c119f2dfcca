import { Button } from '@mantine/core';
import { clearCollectionCardUsage } from '@suanpan/contract/endpoints/collection-acts';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './setting.module.css';

const ClearUseDialog = lazy(async () => ({
  default: (await import('../../../parts/order/clear-use-dialog.tsx')).ClearUseDialog,
}));

/** What receiving cards and channels have taken today counts anew: of one merchant where one is chosen. */
export function ChannelUse({ customerId }: { customerId: string | undefined }) {
  const t = useWords('collectionSetting');
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.locked}>
      <h2>{t('usage.title')}</h2>
      <p className={styles.quiet}>{t('usage.about')}</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('usage.clear')}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <ClearUseDialog
            clear={(cardNo, { once, reason, stepUp }) =>
              call(
                clearCollectionCardUsage,
                {
                  scope: 'collection',
                  ...(cardNo !== '' && { card_no: cardNo }),
                  ...(customerId !== undefined && { customer_id: customerId }),
                  reason,
                  ...stepUp,
                },
                once,
              )
            }
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
