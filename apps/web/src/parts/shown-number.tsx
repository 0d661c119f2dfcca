import { shownNumberS } from '@suanpan/domain/limits';
import { useEffect } from 'react';
import { Confirm } from '../kit/confirm.tsx';
import { Copy } from '../kit/copy.tsx';
import { useWords } from '../lib/use-words.ts';
import styles from './user/dialogs.module.css';

interface ShownNumberProps {
  readonly title: string;
  readonly number: string;
  readonly onClose: () => void;
}

/** A whole account number, for as long as it takes to write it down; then it is gone, and another look is another line in the log. */
export function ShownNumber({ title, number, onClose }: ShownNumberProps) {
  const t = useWords('common');
  useEffect(() => {
    const timer = setTimeout(onClose, shownNumberS * 1_000);
    return () => clearTimeout(timer);
  });
  return (
    <Confirm
      title={title}
      effect={
        <p className={styles.hint}>
          <Copy text={number} />
        </p>
      }
      confirmLabel={t('buttons.close')}
      act={() => Promise.resolve()}
      onClose={onClose}
    />
  );
}
