import type { OutputOf } from '@suanpan/contract/endpoint';
import type { makePasswordLink } from '@suanpan/contract/endpoints/user-acts';
import { Copy } from '../../kit/copy.tsx';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

interface OneTimeLinkProps {
  readonly name: string;
  readonly link: OutputOf<typeof makePasswordLink>;
}

/** The link that was made a moment ago. It stands nowhere else, so it is shown whole and copies itself. */
export function OneTimeLink({ name, link }: OneTimeLinkProps) {
  const t = useWords('users');
  return (
    <>
      <p className={styles.hint}>{t('link.hint', { name, time: showInstant(link.expires_at) })}</p>
      <div className={styles.link}>
        <Copy text={link.url}>{link.url}</Copy>
      </div>
    </>
  );
}
