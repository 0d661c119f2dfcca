import { Checkbox } from '@mantine/core';
import type { ExportedList } from '@suanpan/domain/exports/kinds';
import { useWords } from '../../lib/use-words.ts';
import { useColumnName } from './column-name.ts';
import styles from './export.module.css';

interface ColumnChoiceProps {
  readonly list: ExportedList;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Which columns the file has; their order is that of the list, so that files of two people look alike. */
export function ColumnChoice({ list, chosen, onChange }: ColumnChoiceProps) {
  const t = useWords('exports');
  const nameOf = useColumnName(list);
  const all = Object.keys(list.columns);
  const toggle = (name: string): void =>
    onChange(all.filter((each) => (each === name) !== chosen.includes(each)));
  return (
    <fieldset className={styles.columns}>
      <legend>{t('dialog.columns', { chosen: chosen.length, all: all.length })}</legend>
      <div className={styles.links}>
        <button type="button" onClick={() => onChange(all)} disabled={chosen.length === all.length}>
          {t('dialog.all')}
        </button>
        <button type="button" onClick={() => onChange([])} disabled={chosen.length === 0}>
          {t('dialog.none')}
        </button>
      </div>
      <div className={styles.boxes}>
        {all.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={nameOf(name)}
            checked={chosen.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}
