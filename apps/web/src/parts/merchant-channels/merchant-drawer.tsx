import { Tabs } from '@mantine/core';
import type { MerchantRow } from '@suanpan/contract/endpoints/merchant-channels';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Fault } from '../../kit/fault.tsx';
import { SideDrawer } from '../../kit/side-drawer.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { merchantCalls } from './calls.ts';
import type { Direction } from './calls.ts';
import { MethodList } from './method-list.tsx';

const Exceptions = lazy(async () => ({ default: (await import('./exceptions.tsx')).Exceptions }));
const Checks = lazy(async () => ({ default: (await import('./checks.tsx')).Checks }));

interface MerchantDrawerProps {
  readonly direction: Direction;
  readonly id: string;
  readonly onClose: () => void;
}

/** A merchant's channels, the rules that overrule them, and whether their providers answer. */
export function MerchantDrawer({ direction, id, onClose }: MerchantDrawerProps) {
  const t = useWords('merchantChannels');
  const client = useQueryClient();
  const { list } = merchantCalls[direction];
  const { data, error, refetch } = useQuery({
    queryKey: [list.path, 'one', id],
    queryFn: ({ signal }) => call(list, { customer_id: id }, { signal }),
  });
  const merchant: MerchantRow | undefined = data?.items[0];
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [list.path] });
  return (
    <SideDrawer onClose={onClose} size={720} title={merchant?.customer.name ?? t('tabs.channels')}>
      {error && !data && <Fault fault={error} onRetry={() => void refetch()} />}
      {merchant && (
        <Tabs defaultValue="channels" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="channels">{t('tabs.channels')}</Tabs.Tab>
            {merchant.actions.includes('exceptions') && (
              <Tabs.Tab value="exceptions">{t('tabs.exceptions')}</Tabs.Tab>
            )}
            {merchant.actions.includes('check') && <Tabs.Tab value="checks">{t('tabs.checks')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="channels">
            <MethodList direction={direction} merchant={merchant} onChanged={changed} />
          </Tabs.Panel>
          <Suspense fallback={null}>
            <Tabs.Panel value="exceptions">
              <Exceptions direction={direction} merchant={merchant} />
            </Tabs.Panel>
            <Tabs.Panel value="checks">
              <Checks direction={direction} merchant={merchant} />
            </Tabs.Panel>
          </Suspense>
        </Tabs>
      )}
    </SideDrawer>
  );
}
