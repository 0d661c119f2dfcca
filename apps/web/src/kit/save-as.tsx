import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../lib/use-words.ts';
import styles from './save-as.module.css';

interface SaveAsProps {
  readonly label: string;
  readonly onSave: (name: string, isShared: boolean) => void;
}

const longestName = 40;

/** Keeps something under a name, for oneself or for the colleagues of one's role too. */
export function SaveAs({ label, onSave }: SaveAsProps) {
  const t = useWords('common');
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = (): void => {
    if (name.trim() === '') return;
    onSave(name.trim(), isShared);
    setName('');
    setShared(false);
  };
  return (
    <div className={styles.saveAs}>
      <input
        value={name}
        maxLength={longestName}
        placeholder={label}
        aria-label={label}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      <label>
        <input type="checkbox" checked={isShared} onChange={() => setShared(!isShared)} />
        {t('table.share')}
      </label>
      <Button size="xs" variant="light" disabled={name.trim() === ''} onClick={save}>
        {t('buttons.save')}
      </Button>
    </div>
  );
}
