import { logoutByGet } from '@suanpan/contract/endpoints/login';
import { impersonationLeaveWarningMs } from '@suanpan/domain/limits';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useSelf } from '../../lib/own-user.ts';
import { deleteSession, impersonation } from '../../lib/session.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './impersonation-bar.module.css';

/** Whose eyes one sees through, always in sight; leaving warns from one second after the page was opened. */
export function ImpersonationBar() {
  const t = useWords('shell');
  const self = useSelf();
  const [session] = useState(impersonation);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!session) return undefined;
    const warn = (event: BeforeUnloadEvent): void => {
      if (!isLeaving.current) event.preventDefault();
    };
    const timer = setTimeout(
      () => window.addEventListener('beforeunload', warn),
      impersonationLeaveWarningMs,
    );
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', warn);
    };
  }, [session]);
  if (!session) return null;
  const end = async (): Promise<void> => {
    isLeaving.current = true;
    await call(logoutByGet, {}, { keepSession: true }).catch(() => null);
    deleteSession();
    window.close();
    location.replace('/');
  };
  return (
    <>
      <div className={styles.frame} aria-hidden />
      <div className={styles.bar} role="status">
        <span>
          {t('impersonation.bar', { role: self.role_name_ch, id: session.id, operator: session.openedBy })}
        </span>
        <small>{t('impersonation.readOnly')}</small>
        <button type="button" onClick={() => void end()}>
          {t('impersonation.end')}
        </button>
      </div>
    </>
  );
}
