import { createWatch, watches } from '@suanpan/contract/endpoints/watches';
import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { watchMostMinutes } from '@suanpan/domain/limits';
import { useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { EditWatch } from './edit-watch.tsx';
import { OwnWatches, type AskedOfWatch } from './own-watches.tsx';
import { RemoveWatch } from './remove-watch.tsx';
import { isSaid, saidOf, WatchFields, type WatchDraft } from './watch-fields.tsx';

interface WatchDialogProps {
  readonly kind: WatchKind;
  readonly search: FlatSearch;
  /** The same in words. */
  readonly told: readonly string[];
  readonly filter: object;
  readonly onClose: () => void;
}

/** As long as the call takes. */
const longestName = 64;

/** A day; of callbacks as long as there is: they are given up days after they were made. */
const windowOf = (kind: WatchKind): number => (kind === 'callbacks' ? watchMostMinutes : 1_440);

/** What one wants to be told of this search, and what one is told of already. */
export function WatchDialog({ kind, search, told, filter, onClose }: WatchDialogProps) {
  const t = useWords('alerts');
  const screens = useWords('screens');
  const [draft, setDraft] = useState<WatchDraft>({
    // Two of one list are told apart by what they look for.
    name: [screens(`titles.${kind}`), ...told].join(' · ').slice(0, longestName),
    mark: '0',
    olderMin: '0',
    windowMin: String(windowOf(kind)),
    via: ['bell'],
    url: '',
  });
  // A form inside a form would be sent with it: one of them is open at a time.
  const [asked, setAsked] = useState<AskedOfWatch | null>(null);
  if (asked !== null) {
    const Asked = asked.act === 'edit' ? EditWatch : RemoveWatch;
    return <Asked watch={asked.watch} onClose={() => setAsked(null)} />;
  }
  return (
    <FormDialog
      title={t('watch.title')}
      hint={t('watch.about')}
      submitLabel={t('watch.save')}
      isReady={isSaid(draft)}
      act={async (_form, once) => {
        await call(createWatch, { kind, filter: { ...filter }, search, ...saidOf(draft) }, once);
        await queryClient.invalidateQueries({ queryKey: [watches.path] });
        toasts.emit({ tone: 'ok', title: t('watch.saved') });
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <WatchFields draft={draft} onChange={setDraft} errorOf={errorOf} />
          <OwnWatches kind={kind} onAct={setAsked} />
        </>
      )}
    </FormDialog>
  );
}
