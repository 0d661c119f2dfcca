import { Button, Tabs } from '@mantine/core';
import {
  getCollection,
  type CollectionDetail,
  type CollectionRow,
} from '@suanpan/contract/endpoints/collections';
import { IconChevronDown, IconChevronUp, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Copy } from '../../kit/copy.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Money } from '../../kit/money.tsx';
import { SideDrawer } from '../../kit/side-drawer.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { ordersChanged } from '../../lib/socket.ts';
import { useWords } from '../../lib/use-words.ts';
import { AuditTab } from '../audit-tab.tsx';
import { ChargeLink } from '../demo/charge-link.tsx';
import { useDemoClock } from '../demo/demo-clock.ts';
import { CallbacksTab } from './callbacks-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { ProviderTab } from './provider-tab.tsx';
import { CallbackStatusTag, CollectionStatusTag, saysCallback } from './status.tsx';
import { StoryTab } from './story-tab.tsx';
import { useCollectionActions } from './use-collection-actions.tsx';
import styles from './drawer.module.css';

interface CollectionDrawerProps {
  readonly id: string;
  /** The rows of the list behind it: the arrows walk through them. */
  readonly rows: readonly CollectionRow[];
  readonly onMove: (row: CollectionRow) => void;
  readonly onClose: () => void;
}

/** The order explains itself: what happened, what it cost, what the provider said, what the merchant heard. */
export function CollectionDrawer({ id, rows, onMove, onClose }: CollectionDrawerProps) {
  const t = useWords('orders');
  const { data, error, refetch } = useQuery({
    queryKey: ['collection', id],
    queryFn: ({ signal }) => call(getCollection, { id }, { signal }),
  });
  useEffect(
    () => ordersChanged.listen((events) => void (events?.some((event) => event.id === id) && refetch())),
    [id, refetch],
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
      onClose={onClose}
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
      {data && <Detail detail={data} />}
    </SideDrawer>
  );
}

function Detail({ detail }: { detail: CollectionDetail }) {
  const t = useWords('orders');
  const { actionsOf, dialog } = useCollectionActions();
  const { order } = detail;
  const actions = actionsOf(order);
  const isDemo = useDemoClock() !== null;
  return (
    <>
      <section className={styles.head} tabIndex={-1} data-autofocus>
        <div className={styles.amount}>
          <Money value={order.actual_amount ?? order.order_amount} currency={order.currency} />
          <CollectionStatusTag order={order} />
          {!saysCallback(order) && <CallbackStatusTag status={order.callback_status} />}
          {order.is_test && <StatusTag tone="test" label={t('columns.test')} />}
        </div>
        <dl className={styles.facts}>
          <dt>{t('columns.merchantOrderNo')}</dt>
          <dd>
            <Copy text={order.merchant_order_no} />
          </dd>
          <dt>{t('columns.orderNo')}</dt>
          <dd>
            <Copy text={order.order_no} />
          </dd>
          <dt>{t('columns.customer')}</dt>
          <dd>
            {order.customer_name} <span className="num">{order.customer_id}</span>
          </dd>
          <dt>{t('columns.channel')}</dt>
          <dd>{order.channel ?? '–'}</dd>
          <dt>{t('columns.realName')}</dt>
          <dd>
            {order.real_name ?? '–'}
            {detail.payer_last5 !== null && <span className="num"> ·{detail.payer_last5}</span>}
          </dd>
          <dt>{t('columns.productName')}</dt>
          <dd>{order.product_name ?? '–'}</dd>
        </dl>
      </section>
      <Tabs
        defaultValue="story"
        keepMounted={false}
        classNames={{ root: styles.tabs, list: styles.tabList, panel: styles.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="story">{t('drawer.story')}</Tabs.Tab>
          <Tabs.Tab value="money">{t('drawer.money')}</Tabs.Tab>
          {detail.provider && <Tabs.Tab value="provider">{t('drawer.provider')}</Tabs.Tab>}
          <Tabs.Tab value="callbacks">{t('drawer.callbacks')}</Tabs.Tab>
          {detail.has_audit && <Tabs.Tab value="audit">{t('drawer.audit')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="story">
          <StoryTab detail={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="money">
          <MoneyTab detail={detail} />
        </Tabs.Panel>
        {detail.provider && (
          <Tabs.Panel value="provider">
            <ProviderTab exchanges={detail.provider} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="callbacks">
          <CallbacksTab callbacks={detail.callbacks} />
        </Tabs.Panel>
        {detail.has_audit && (
          <Tabs.Panel value="audit">
            <AuditTab kind="collection" id={order.id} />
          </Tabs.Panel>
        )}
      </Tabs>
      {(actions.length > 0 || detail.checkout_url !== null || isDemo) && (
        <footer className={styles.foot}>
          {detail.checkout_url !== null && (
            <Button
              component="a"
              href={detail.checkout_url}
              target="_blank"
              rel="noopener"
              variant="default"
              rightSection={<IconExternalLink size={14} />}
            >
              {t('actions.openCheckout')}
            </Button>
          )}
          {isDemo && <ChargeLink orderNo={order.order_no} />}
          {actions.map((action) => (
            <Button
              key={action.key}
              variant={action.isDangerous ? 'outline' : 'default'}
              {...(action.isDangerous ? { color: 'red' } : {})}
              onClick={action.run}
            >
              {action.label}
            </Button>
          ))}
        </footer>
      )}
      {dialog}
    </>
  );
}
