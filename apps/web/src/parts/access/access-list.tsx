import type { AccessUser } from '@suanpan/contract/endpoints/access';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { inputOf } from '../../kit/filter/field-factory.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { accessCalls, type AccessReach } from './access-calls.ts';
import { accessColumns, accessPresets } from './columns.tsx';
import { accessFields } from './fields.ts';

const AccessDrawer = lazy(async () => ({
  default: (await import('./access-drawer.tsx')).AccessDrawer,
}));

const rowKey = (row: AccessUser): string => row.id;

interface AccessListProps {
  readonly reach: AccessReach;
  /** Stands at the right of the title. */
  readonly actions?: ReactNode;
}

/** Users with where their rights come from; opening one shows and changes them. */
export function AccessList({ reach, actions }: AccessListProps) {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  const common = useWords('common');
  const { open, search } = useScreenPlace();
  const endpoint = accessCalls[reach].list;
  const fields = useMemo(() => accessFields(t, statuses, reach), [t, statuses, reach]);
  const toInput = useMemo(() => inputOf(endpoint, fields), [endpoint, fields]);
  const list = useScreenList(endpoint, toInput);
  const columns = useMemo(() => accessColumns(t, statuses), [t, statuses]);
  const presets = useMemo(() => accessPresets(common), [common]);
  const opened = textAt(search, 'open');
  return (
    <ListFrame
      list={list}
      name={reach === 'subs' ? 'subAuthority' : 'authority'}
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      headActions={actions}
      onOpen={(row) => open(row.id)}
    >
      {opened !== undefined && (
        <Suspense fallback={null}>
          <AccessDrawer
            key={opened}
            reach={reach}
            id={opened}
            onClose={() => open(null)}
            onSaved={list.reload}
          />
        </Suspense>
      )}
    </ListFrame>
  );
}
