import { Button } from '@mantine/core';
import {
  type getCollection,
  type CollectionDetail,
  type CollectionRow,
} from '@suanpan/contract/endpoints/collections';
import { IconExternalLink } from '@tabler/icons-react';
import { Copy } from '../../kit/copy.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { ChargeLink } from '../demo/charge-link.tsx';
import { useDemoClock } from '../demo/demo-clock.ts';
import { OrderActs } from '../order/order-acts.tsx';
import { OrderMarks } from '../order/order-marks.tsx';
import { OrderDrawer, OrderTabs, type FirstTab, type OrderDrawerOf } from '../order/order-drawer.tsx';
import { MoneyTab } from './money-tab.tsx';
import { CallbackStatusTag, CollectionStatusTag, saysCallback } from './status.tsx';
import { useCollectionStory } from './story-words.ts';
import { useCollectionActions } from './use-collection-actions.tsx';
import styles from '../order/drawer.module.css';

/** The order explains itself: what happened, what it cost, what the provider said, what the merchant heard. */
export function CollectionDrawer({
  read,
  firstTab,
  ...place
}: OrderDrawerOf<CollectionRow, typeof getCollection>) {
  return (
    <OrderDrawer {...place} kind="collection" read={(id, signal) => call(read, { id }, { signal })}>
      {(detail: CollectionDetail) => <Detail detail={detail} firstTab={firstTab} />}
    </OrderDrawer>
  );
}

function Detail({ detail, firstTab }: { detail: CollectionDetail; firstTab: FirstTab }) {
  const t = useWords('orders');
  const { actionsOf, dialog } = useCollectionActions();
  const { order } = detail;
  const actions = actionsOf(order);
  const isDemo = useDemoClock() !== null;
  const words = useCollectionStory();
  return (
    <>
      <section className={styles.head} tabIndex={-1} data-autofocus>
        <div className={styles.amount}>
          <Money value={order.actual_amount ?? order.order_amount} currency={order.currency} />
          <CollectionStatusTag order={order} />
          {!saysCallback(order) && <CallbackStatusTag status={order.callback_status} />}
          <OrderMarks of={order} />
          {order.waiting_acts && <WaitingMarks of={order.waiting_acts} hasWord />}
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
      <OrderTabs
        kind="collection"
        id={order.id}
        story={detail}
        words={words}
        firstTab={firstTab}
        money={<MoneyTab detail={detail} />}
      />
      <OrderActs
        actions={actions}
        links={
          (detail.checkout_url !== null || isDemo) && (
            <>
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
            </>
          )
        }
      />
      {dialog}
    </>
  );
}
