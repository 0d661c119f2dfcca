import type { BackupRow } from '@suanpan/contract/endpoints/backups';
import { Copy } from '../../../kit/copy.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { useWords } from '../../../lib/use-words.ts';
import styles from './restore-guide.module.css';

const steps = ['stop', 'fetch', 'run', 'check'] as const;

interface RestoreGuideProps {
  readonly row: BackupRow;
  readonly file: string;
  readonly onClose: () => void;
}

/** How this copy is put in the place of the database: at the server, whose processes stand still meanwhile; nothing here does it. */
export function RestoreGuide({ file, onClose, row }: RestoreGuideProps) {
  const t = useWords('backups');
  const command = `npm run restore -- DATA_DIR/backups/${file} --reason="…" --replace`;
  return (
    <SideDrawer title={t('acts.restore')} size={560} onClose={onClose}>
      <div className={styles.guide}>
        <p>{t('restore.what')}</p>
        {row.verify_state !== 'passed' && <p role="note">{t('restore.untried')}</p>}
        <ol>
          {steps.map((step) => (
            <li key={step}>
              {t(`restore.${step}`)}
              {step === 'run' && (
                <code>
                  <Copy text={command} />
                </code>
              )}
            </li>
          ))}
        </ol>
      </div>
    </SideDrawer>
  );
}
