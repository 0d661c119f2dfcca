import { TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../lib/use-words.ts';
import styles from './file-field.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly description?: string;
  /** File names and media types, as an input takes them. */
  readonly accept: string;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Null where the choice was taken back. */
  readonly onChoose: (file: File | null) => void;
}

/** One file of the reader's own, by its name, in his language. */
export function FileField({ onChoose, ...field }: FileFieldProps) {
  const common = useWords('common');
  const [name, setName] = useState<string | null>(null);
  return (
    <TextInput
      {...field}
      type="file"
      classNames={{ input: styles.input }}
      leftSection={
        <span className={styles.told} data-empty={name === null || undefined} aria-hidden>
          <IconUpload size={15} />
          <span>{name ?? common('buttons.chooseFile')}</span>
        </span>
      }
      leftSectionWidth="100%"
      leftSectionPointerEvents="none"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0] ?? null;
        setName(file?.name ?? null);
        onChoose(file);
      }}
    />
  );
}
