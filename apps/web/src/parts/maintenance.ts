import { maintenanceNotice } from '@suanpan/contract/endpoints/operate';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';

const lookEveryMs = 30_000;

/** What everybody may know of a maintenance; looked at by a timer, and it keeps nobody's session alive. */
export const maintenanceQuery = queryOptions({
  queryKey: [maintenanceNotice.path],
  queryFn: async ({ signal }) =>
    (await call(maintenanceNotice, {}, { signal, background: true })).maintenance,
  refetchInterval: lookEveryMs,
  retry: false,
});
