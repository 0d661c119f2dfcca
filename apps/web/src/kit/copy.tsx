import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWords } from '../lib/use-words.ts';
import styles from './kit.module.css';

interface CopyProps {
  readonly text: string;
  /** What is shown; the text itself if absent. */
  readonly children?: React.ReactNode;
}

const confirmMs = 1_200;

/** A number that copies itself on a click and says so. */
export function Copy({ text, children }: CopyProps) {
  const t = useWords('common');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      className={styles.copy}
      title={t('buttons.copy')}
      onClick={(event) => {
        event.stopPropagation();
        void navigator.clipboard.writeText(text).then(() => setCopied(true));
      }}
    >
      <span>{children ?? text}</span>
      {isCopied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
      <span role="status" className={styles.unseen}>
        {isCopied ? t('buttons.copied') : ''}
      </span>
    </button>
  );
}
