import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { createCustomer } from '@suanpan/contract/endpoints/user-acts';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { OneTimeLink } from '../../../parts/user/one-time-link.tsx';
import styles from './account-method.module.css';

interface ChannelsStepProps {
  readonly created: OutputOf<typeof createCustomer>;
  readonly onAnother: () => void;
}

/** The account stands; where its channels and rates are set is said plainly, with the way there. */
export function ChannelsStep({ created: { user, password_link: link }, onAnother }: ChannelsStepProps) {
  const t = useWords('users');
  const screens = useWords('screens');
  const may = useMay();
  const screen =
    user.role_name === 'customer'
      ? ('collectionMethod.customers' as const)
      : user.role_name === 'agent'
        ? ('collectionMethod.agents' as const)
        : null;
  return (
    <section className={styles.form} aria-live="polite">
      <h2 className={styles.done}>{t('create.created', { name: user.name })}</h2>
      {link && <OneTimeLink name={user.name} link={link} />}
      <p className={styles.text}>
        {screen === null
          ? t('create.noChannels')
          : t('create.channelsHint', { title: screens(`titles.${screen}`) })}
      </p>
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
