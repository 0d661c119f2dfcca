import { Button } from '@mantine/core';
import type { Endpoint, InputOf } from '@suanpan/contract/endpoint';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { exportPermissions } from '@suanpan/domain/exports/permission';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, use, useEffect, useState } from 'react';
import { ShownColumns } from '../../kit/shown-columns.ts';
import { exportWished, takeExportWish } from '../../lib/export-wish.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { useMay } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './export-button.module.css';

// Fetched when it is opened: the list is shown without.
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

interface ExportButtonProps<E extends Endpoint> {
  readonly kind: ExportKind;
  /** The list's own call, and what it asks for at this address. */
  readonly endpoint: E;
  readonly toInput: (search: FlatSearch, nowMs: number) => InputOf<E>;
  /** Parts of the question that only the list itself knows. */
  readonly without?: readonly string[];
}

/** Takes the list of a screen away as a file; absent for those who may not. */
export function ExportButton<E extends Endpoint>(props: ExportButtonProps<E>) {
  const { kind, endpoint, toInput, without = [] } = props;
  const t = useWords('exports');
  const may = useMay();
  const { search } = useScreenPlace();
  const shown = use(ShownColumns);
  const [isOpen, setOpen] = useState(false);
  const isAllowed = exportPermissions(kind).every(may);
  useEffect(() => {
    const take = (): void => {
      if (isAllowed && takeExportWish()) setOpen(true);
    };
    take();
    return exportWished.listen(take);
  }, [isAllowed]);
  if (!isAllowed) return null;
  return (
    <>
      <Button
        variant="default"
        className={styles.button}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog
            kind={kind}
            endpoint={endpoint}
            shown={shown}
            question={(nowMs) => questionOf(toInput(search, nowMs), without)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What the list asks for, without what stays with the list. */
function questionOf(input: object, without: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => value !== undefined && value !== '' && !without.includes(name),
    ),
  );
}
