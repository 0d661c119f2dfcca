import type { OpenApi } from '@suanpan/contract/openapi/document';
import { queryOptions } from '@tanstack/react-query';

/** The description that the server makes of the contract; no schema of it travels with the page. */
export const openApiPath = '/api/v2/openapi.json';

export const openApiQuery = queryOptions({
  queryKey: ['apiFile', 'openapi'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<OpenApi> => {
    const response = await fetch(openApiPath, { signal });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return (await response.json()) as OpenApi;
  },
});
