import { TextInput } from '@mantine/core';
import { alertVias } from '@suanpan/contract/endpoints/alert-rules';
import type { Watch } from '@suanpan/contract/endpoints/watches';
import { CheckGroup } from '../../kit/check-group.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from './watch.module.css';

/** What is said of a search that tells, as it is typed. */
export interface WatchDraft {
  readonly name: string;
  readonly mark: string;
  readonly olderMin: string;
  readonly windowMin: string;
  readonly via: readonly (typeof alertVias)[number][];
  readonly url: string;
}

const digits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 6);

export const isSaid = ({ mark, name, via, windowMin }: WatchDraft): boolean =>
  name.trim() !== '' && mark !== '' && windowMin !== '' && via.length > 0;

/** As the call takes it. */
export function saidOf({ mark, name, olderMin, url, via, windowMin }: WatchDraft) {
  return {
    name,
    // Not money: how many, and minutes.
    mark: Number(mark),
    older_min: Number(olderMin || '0'),
    window_min: Number(windowMin),
    via: [...via],
    url: via.includes('webhook') ? url : null,
  };
}

export const draftOf = ({ mark, name, older_min, url, via, window_min }: Watch): WatchDraft => ({
  name,
  mark: String(mark),
  olderMin: String(older_min),
  windowMin: String(window_min),
  via,
  url: url ?? '',
});

interface WatchFieldsProps {
  readonly draft: WatchDraft;
  readonly onChange: (draft: WatchDraft) => void;
  readonly errorOf: (field: string) => string | undefined;
}

/** How many of the last minutes are too many, and who hears of it. */
export function WatchFields({ draft, onChange, errorOf }: WatchFieldsProps) {
  const t = useWords('alerts');
  const change = (part: Partial<WatchDraft>): void => onChange({ ...draft, ...part });
  return (
    <>
      <TextInput
        label={t('fields.name')}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorOf('name')}
        required
      />
      <div className={styles.numbers}>
        {(
          [
            ['mark', 'mark', 'mark'],
            ['olderMin', 'older', 'older_min'],
            ['windowMin', 'window', 'window_min'],
          ] as const
        ).map(([key, word, field]) => (
          <TextInput
            key={key}
            label={t(`watch.${word}`)}
            value={draft[key]}
            inputMode="numeric"
            onChange={(event) => change({ [key]: digits(event.currentTarget.value) })}
            error={errorOf(field)}
            required={key !== 'olderMin'}
          />
        ))}
      </div>
      <CheckGroup
        label={t('fields.via')}
        choices={alertVias}
        wordOf={(via) => t(`via.${via}`)}
        value={[...draft.via]}
        onChange={(via) => change({ via })}
      />
      {draft.via.includes('webhook') && (
        <TextInput
          label={t('fields.url')}
          value={draft.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          error={errorOf('url')}
          required
        />
      )}
    </>
  );
}
