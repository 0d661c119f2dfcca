import { addressMatcher } from '../../platform/http/client-ip.ts';

/** Many addresses and blocks as one quick question: single addresses by look-up, blocks one after the other. */
export interface AddressList<Entry> {
  find(ip: string): Entry | undefined;
}

export function listAddresses<Entry extends { readonly value: string }>(
  entries: readonly Entry[],
): AddressList<Entry> {
  const single = new Map<string, Entry>();
  const blocks: { readonly entry: Entry; readonly matches: (ip: string) => boolean }[] = [];
  for (const entry of entries) {
    if (entry.value.includes('/')) blocks.push({ entry, matches: addressMatcher([entry.value]) });
    else single.set(entry.value, entry);
  }
  return {
    find: (ip) => single.get(ip) ?? blocks.find(({ matches }) => matches(ip))?.entry,
  };
}
