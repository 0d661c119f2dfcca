import '@mantine/core/styles/Chip.layer.css';
import { ActionIcon, Button, Chip, Input, TextInput } from '@mantine/core';
import type { DefinitionRow } from '@suanpan/contract/endpoints/channel-definitions';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useWords } from '../../lib/use-words.ts';
import styles from './channel.module.css';

type Window = DefinitionRow['windows'][number];
const week = [0, 1, 2, 3, 4, 5, 6] as const;

interface WindowsFieldProps {
  readonly value: readonly Window[];
  readonly onChange: (windows: Window[]) => void;
  readonly error?: string | undefined;
}

/** The hours in which a channel is open, as many stretches as there are; one that ends before it begins crosses midnight. */
export function WindowsField({ value, onChange, error }: WindowsFieldProps) {
  const t = useWords('channelDefs');
  const common = useWords('common');
  const change = (at: number, next: Partial<Window>): void =>
    onChange(value.map((window, place) => (place === at ? { ...window, ...next } : window)));
  return (
    <Input.Wrapper
      label={t('columns.windows')}
      description={common('hints.windowUnset')}
      error={error}
      labelElement="div"
    >
      {value.map((window, at) => (
        // A stretch has no name; its place is all there is.
        // oxlint-disable-next-line no-array-index-key
        <div key={at} className={styles.window}>
          <TextInput
            type="time"
            aria-label={`${t('columns.windows')} ${at + 1} · ${t('fields.from')}`}
            value={window.from}
            onChange={(event) => change(at, { from: event.currentTarget.value })}
          />
          <span aria-hidden>–</span>
          <TextInput
            type="time"
            aria-label={`${t('columns.windows')} ${at + 1} · ${t('fields.to')}`}
            value={window.to}
            onChange={(event) => change(at, { to: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={`${t('acts.removeWindow')} ${at + 1}`}
            onClick={() => onChange(value.filter((_, place) => place !== at))}
          >
            <IconX size={15} />
          </ActionIcon>
          <Chip.Group
            multiple
            value={(window.days ?? []).map(String)}
            onChange={(days) => change(at, { days: week.filter((day) => days.includes(String(day))) })}
          >
            <div className={styles.days} role="group" aria-label={`${t('fields.days')} ${at + 1}`}>
              {week.map((day) => (
                <Chip key={day} value={String(day)} size="xs">
                  {t(`days.d${day}`)}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        mt={6}
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...value, { days: [], from: '09:00', to: '18:00' }])}
      >
        {t('acts.addWindow')}
      </Button>
    </Input.Wrapper>
  );
}

/** Hours in one line: `09:00–18:00, Mo Tu 22:00–02:00`; none is a dash. */
export function windowsText(t: TFunction<'channelDefs'>, windows: readonly Window[]): string {
  if (windows.length === 0) return '–';
  return windows
    .map(({ days = [], from, to }) =>
      [days.map((day) => t(`days.d${week[day] ?? 0}`)).join(' '), `${from}–${to}`].filter(Boolean).join(' '),
    )
    .join(', ');
}
