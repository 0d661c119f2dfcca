import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './statistics.module.css';

/** When and from where this account was last used: the cheapest alarm there is. */
export function LastLogin({ at, ip }: { at: string | null; ip: string | null }) {
  const t = useWords('dashboard');
  return (
    <p className={styles.login}>
      {t('lastLogin')}{' '}
      <b className="num" title={t('lastLoginAt')}>
        {at === null ? t('never') : showInstant(at)}
      </b>
      {ip !== null && (
        <span className="num" title={t('lastLoginIp')}>
          {ip}
        </span>
      )}
    </p>
  );
}
