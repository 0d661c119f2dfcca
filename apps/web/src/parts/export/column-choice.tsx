import type { ExportedList } from '@suanpan/domain/exports/exported-list';
import { useId } from 'react';
import { useWords } from '../../lib/use-words.ts';
import { useColumnName } from './column-name.ts';
import styles from './export.module.css';

interface ColumnChoiceProps {
  readonly list: ExportedList;
  /** In the order of the file: that of the grid, then what it does not show. */
  readonly all: readonly string[];
  readonly asShown: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Which columns the file has; it begins as the grid stands on the screen. */
export function ColumnChoice({ list, all, asShown, chosen, onChange }: ColumnChoiceProps) {
  const t = useWords('exports');
  const nameOf = useColumnName(list);
  const titleId = useId();
  const toggle = (name: string): void =>
    onChange(all.filter((each) => (each === name) !== chosen.includes(each)));
  return (
    <div role="group" aria-labelledby={titleId} className={styles.group}>
      <header className={styles.title}>
        <span id={titleId}>{t('dialog.columns', { chosen: chosen.length, all: all.length })}</span>
        <button type="button" onClick={() => onChange(asShown)} disabled={chosen.join() === asShown.join()}>
          {t('dialog.asShown')}
        </button>
        <button type="button" onClick={() => onChange(all)} disabled={chosen.length === all.length}>
          {t('dialog.all')}
        </button>
        <button type="button" onClick={() => onChange([])} disabled={chosen.length === 0}>
          {t('dialog.none')}
        </button>
      </header>
      <div className={styles.boxes} tabIndex={-1}>
        {all.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            {nameOf(name)}
          </label>
        ))}
      </div>
    </div>
  );
}
