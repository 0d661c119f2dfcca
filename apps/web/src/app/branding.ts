import { branding } from '@suanpan/contract/endpoints/self';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';

/** Name, logo and colour by host, before anybody is known. */
export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => call(branding, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
