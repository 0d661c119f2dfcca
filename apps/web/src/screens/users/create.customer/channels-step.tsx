import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { createCustomer } from '@suanpan/contract/endpoints/user-acts';
import { lazy, Suspense } from 'react';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { OneTimeLink } from '../../../parts/user/one-time-link.tsx';
import styles from './account-method.module.css';

const PriceMatrix = lazy(async () => ({
  default: (await import('../../../parts/rates/price-matrix.tsx')).PriceMatrix,
}));

interface ChannelsStepProps {
  readonly created: OutputOf<typeof createCustomer>;
  readonly onAnother: () => void;
}

/** The account stands: a merchant’s channels and prices are filled in here, a senior agent’s are set by the platform elsewhere. */
export function ChannelsStep({ created: { user, password_link: link }, onAnother }: ChannelsStepProps) {
  const t = useWords('users');
  const may = useMay();
  const isMerchant = user.role_name === 'customer' && may('collectionMethod.customers.get');
  const screen = user.role_name === 'agent' ? ('collectionMethod.agents' as const) : null;
  return (
    <section className={styles.step} aria-live="polite">
      <h2 className={styles.done}>{t('create.created', { name: user.name })}</h2>
      {link && <OneTimeLink name={user.name} link={link} />}
      <p className={styles.text}>
        {user.role_name === 'customer'
          ? t('create.channelsHint')
          : screen === null
            ? t('create.noChannels')
            : null}
      </p>
      {isMerchant && (
        <Suspense fallback={null}>
          <PriceMatrix owner={{ customer_id: user.id }} currency={user.currency} />
        </Suspense>
      )}
      <footer className={styles.foot}>
        <Button variant="default" onClick={onAnother}>
          {t('create.another')}
        </Button>
        <Button variant="default" component="a" href={`#/wrap/users.list?open=${user.id}`}>
          {t('create.openUser')}
        </Button>
        {screen !== null && may(`${screen}.get`) && (
          <Button component="a" href={`#/wrap/${screen}?search=${user.id}`}>
            {t('create.toChannels')}
          </Button>
        )}
      </footer>
    </section>
  );
}
