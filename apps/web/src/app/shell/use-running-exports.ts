import { exportsList, type ExportRow } from '@suanpan/contract/endpoints/exports';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { exportChanged } from '../../lib/socket.ts';

/** Exports at work. Nothing is asked before the first news of one, so that nobody pays for it who exports nothing. */
export function useRunningExports(): readonly ExportRow[] {
  const [isOn, setOn] = useState(false);
  useEffect(() => exportChanged.listen(() => setOn(true)), []);
  const { data } = useQuery({
    queryKey: [exportsList.path, 'tray'],
    queryFn: ({ signal }) => call(exportsList, { page: 1, paginate: 20 }, { signal, background: true }),
    enabled: isOn,
  });
  return (data?.items ?? []).filter(({ status }) => status === 'queued' || status === 'running');
}
