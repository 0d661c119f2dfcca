import { Button } from '@mantine/core';
import type { Endpoint, InputOf } from '@suanpan/contract/endpoint';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { lazy, Suspense, useState } from 'react';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { useMay, useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';

// Fetched when it is opened: most come to look.
const StatementsDrawer = lazy(async () => ({
  default: (await import('./statements-drawer.tsx')).StatementsDrawer,
}));

interface ReportFilesProps<E extends Endpoint> {
  readonly kind: ExportKind;
  readonly endpoint: E;
  readonly toInput: (search: FlatSearch, nowMs: number) => InputOf<E>;
}

/** What a report is taken away as: sealed statements of a merchant, and its rows. */
export function ReportFiles<E extends Endpoint>(props: ReportFilesProps<E>) {
  const statements = useWords('statements');
  const may = useMay();
  const { scope } = useSelf();
  const [isListing, setListing] = useState(false);
  return (
    <>
      {/* What a merchant holds is not for whoever sees no more than his orders. */}
      {may('accounting.report.export') && scope !== 'subAgent' && (
        <Button size="xs" variant="default" onClick={() => setListing(true)}>
          {statements('list')}
        </Button>
      )}
      <ExportButton {...props} />
      <Suspense fallback={null}>
        {isListing && <StatementsDrawer onClose={() => setListing(false)} />}
      </Suspense>
    </>
  );
}
