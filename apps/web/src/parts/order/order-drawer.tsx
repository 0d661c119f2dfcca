import { Tabs } from '@mantine/core';
import type { OrderStory } from '@suanpan/contract/order-fields';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Fault } from '../../kit/fault.tsx';
import { SideDrawer } from '../../kit/side-drawer.tsx';
import { ordersChanged } from '../../lib/socket.ts';
import { useWords } from '../../lib/use-words.ts';
import { AuditTab } from '../audit-tab.tsx';
import { CallbacksTab } from './callbacks-tab.tsx';
import { ProviderTab } from './provider-tab.tsx';
import { StoryTab, type StoryWords } from './story-tab.tsx';
import styles from './drawer.module.css';

interface Row {
  readonly id: string;
}

/** What is shown first of an order that is opened. */
export type FirstTab = 'story' | 'provider';

/** What a screen tells the drawer of its list. */
export interface OrderDrawerPlace<One extends Row> {
  readonly id: string;
  /** The rows of the list behind it: the arrows walk through them. */
  readonly rows: readonly One[];
  readonly onMove: (row: One) => void;
  readonly onClose: () => void;
}

/** The same, and by which call of the screen an order is read. */
export interface OrderDrawerOf<One extends Row, Read> extends OrderDrawerPlace<One> {
  readonly read: Read;
  readonly firstTab: FirstTab;
}

interface OrderDrawerProps<One extends Row, Detail> extends OrderDrawerPlace<One> {
  readonly kind: 'collection' | 'payout';
  readonly read: (id: string, signal: AbortSignal) => Promise<Detail>;
  readonly children: (detail: Detail) => ReactNode;
}

/** The frame of an order that explains itself: it walks through the list's rows and is read again when the order changes. */
export function OrderDrawer<One extends Row, Detail>(props: OrderDrawerProps<One, Detail>) {
  const { kind, id, rows, onMove } = props;
  const t = useWords('orders');
  const { data, error, refetch } = useQuery({
    queryKey: [kind, id],
    queryFn: ({ signal }) => props.read(id, signal),
  });
  useEffect(
    () =>
      ordersChanged.listen(
        (events) => void (events?.some((event) => event.kind === kind && event.id === id) && refetch()),
      ),
    [kind, id, refetch],
  );
  const index = rows.findIndex((row) => row.id === id);
  const previous = rows[index - 1];
  const next = index < 0 ? undefined : rows[index + 1];
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.target as HTMLElement).closest('input, textarea, pre, [role="tab"]')) return;
      const row =
        event.key === 'ArrowDown' || event.key === 'j'
          ? next
          : event.key === 'ArrowUp' || event.key === 'k'
            ? previous
            : null;
      if (!row) return;
      event.preventDefault();
      onMove(row);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [next, previous, onMove]);

  return (
    <SideDrawer
      onClose={props.onClose}
      size={720}
      title={
        <span className={styles.title}>
          {t('drawer.title')}
          <button
            type="button"
            disabled={!previous}
            aria-label={t('drawer.previous')}
            title={t('drawer.previous')}
            onClick={() => previous && onMove(previous)}
          >
            <IconChevronUp size={16} />
          </button>
          <button
            type="button"
            disabled={!next}
            aria-label={t('drawer.next')}
            title={t('drawer.next')}
            onClick={() => next && onMove(next)}
          >
            <IconChevronDown size={16} />
          </button>
        </span>
      }
    >
      {error && !data && (
        <div className={styles.panel}>
          <Fault fault={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined && props.children(data)}
    </SideDrawer>
  );
}

interface OrderTabsProps {
  readonly kind: 'collection' | 'payout';
  readonly id: string;
  readonly story: Pick<OrderStory, 'timeline' | 'route' | 'provider' | 'callbacks'> & {
    readonly provider_kept: number;
    readonly has_audit: boolean;
  };
  readonly firstTab: FirstTab;
  readonly words: StoryWords;
  readonly money: ReactNode;
}

/** What happened, what it cost, what the provider said, what the merchant heard, and who did what. */
export function OrderTabs({ kind, id, story, words, money, firstTab }: OrderTabsProps) {
  const t = useWords('orders');
  return (
    <Tabs
      defaultValue={story.provider ? firstTab : 'story'}
      keepMounted={false}
      classNames={{ root: styles.tabs, list: styles.tabList, panel: styles.panel }}
    >
      <Tabs.List>
        <Tabs.Tab value="story">{t('drawer.story')}</Tabs.Tab>
        <Tabs.Tab value="money">{t('drawer.money')}</Tabs.Tab>
        {story.provider && <Tabs.Tab value="provider">{t('drawer.provider')}</Tabs.Tab>}
        <Tabs.Tab value="callbacks">{t('drawer.callbacks')}</Tabs.Tab>
        {story.has_audit && <Tabs.Tab value="audit">{t('drawer.audit')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="story" tabIndex={0}>
        <StoryTab story={story} words={words} />
      </Tabs.Panel>
      <Tabs.Panel value="money" tabIndex={0}>
        {money}
      </Tabs.Panel>
      {story.provider && (
        <Tabs.Panel value="provider" tabIndex={0}>
          <ProviderTab exchanges={story.provider} kept={story.provider_kept} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="callbacks" tabIndex={0}>
        <CallbacksTab callbacks={story.callbacks} />
      </Tabs.Panel>
      {story.has_audit && (
        <Tabs.Panel value="audit" tabIndex={0}>
          <AuditTab kind={kind} id={id} />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
