import { TextInput } from '@mantine/core';
import { alertVias } from '@suanpan/contract/endpoints/alert-rules';
import { createWatch, watches } from '@suanpan/contract/endpoints/watches';
import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { useState } from 'react';
import { CheckGroup } from '../../kit/check-group.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import dialogs from '../user/dialogs.module.css';
import { OwnWatches } from './own-watches.tsx';

interface WatchDialogProps {
  readonly kind: WatchKind;
  readonly search: FlatSearch;
  readonly filter: object;
  readonly onClose: () => void;
}

const digits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 6);

/** What one wants to be told of this search, and what one is told of already. */
export function WatchDialog({ kind, search, filter, onClose }: WatchDialogProps) {
  const t = useWords('alerts');
  const screens = useWords('screens');
  const [draft, setDraft] = useState({
    name: `${screens(`titles.${kind}`)}`,
    mark: '0',
    olderMin: '0',
    windowMin: '1440',
    via: ['bell'] as (typeof alertVias)[number][],
    url: '',
  });
  const change = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }));
  const isHook = draft.via.includes('webhook');
  return (
    <FormDialog
      title={t('watch.title')}
      hint={t('watch.about')}
      submitLabel={t('watch.save')}
      isReady={
        draft.name.trim() !== '' && draft.mark !== '' && draft.windowMin !== '' && draft.via.length > 0
      }
      act={async () => {
        await call(createWatch, {
          kind,
          name: draft.name,
          filter: { ...filter },
          search,
          // Not money: how many, and minutes.
          mark: Number(draft.mark),
          older_min: Number(draft.olderMin || '0'),
          window_min: Number(draft.windowMin),
          via: draft.via,
          url: isHook ? draft.url : null,
        });
        await queryClient.invalidateQueries({ queryKey: [watches.path] });
        toasts.emit({ tone: 'ok', title: t('watch.saved') });
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('fields.name')}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={errorOf('name')}
            required
          />
          <div className={dialogs.pair}>
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
              />
            ))}
          </div>
          <CheckGroup
            label={t('fields.via')}
            choices={alertVias}
            wordOf={(via) => t(`via.${via}`)}
            value={draft.via}
            onChange={(via) => change({ via })}
          />
          {isHook && (
            <TextInput
              label={t('fields.url')}
              value={draft.url}
              onChange={(event) => change({ url: event.currentTarget.value })}
              error={errorOf('url')}
              required
            />
          )}
          <OwnWatches kind={kind} />
        </>
      )}
    </FormDialog>
  );
}
