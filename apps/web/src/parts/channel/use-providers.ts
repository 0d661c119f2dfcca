import { channelProviders } from '@suanpan/contract/endpoints/channel-definitions';
import type { DriverView } from '@suanpan/contract/endpoints/channel-definitions';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The providers, and what the protocol of each can do. */
export function useProviders() {
  const { data } = useQuery({
    queryKey: [channelProviders.path],
    queryFn: ({ signal }) => call(channelProviders, {}, { signal }),
  });
  const driverOf = (name: string | undefined): DriverView | undefined =>
    data?.drivers.find((driver) => driver.name === name);
  return { providers: data?.items ?? [], drivers: data?.drivers ?? [], driverOf };
}
