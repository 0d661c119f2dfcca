import { CallFault } from '../lib/call-fault.ts';
import { Fault } from '../kit/fault.tsx';
import { useWords } from '../lib/use-words.ts';
import styles from './trouble.module.css';

/** What a page shows that could not be built: the answer of the server, or an honest word about ourselves. */
export function Trouble({ error }: { error: unknown }) {
  const t = useWords('common');
  const fault =
    error instanceof CallFault
      ? error
      : new CallFault({ kind: 'other', code: 0, message: t('fault.unexpected') });
  return (
    <main className={styles.page}>
      <Fault fault={fault} onRetry={() => location.reload()} />
    </main>
  );
}
