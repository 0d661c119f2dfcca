import {
  type getPayout,
  slipPath,
  type PayoutDetail,
  type PayoutListRow,
} from '@suanpan/contract/endpoints/payouts';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
import { plainAmount } from '@suanpan/money/display';
import { Copy } from '../../kit/copy.tsx';
import { Money } from '../../kit/money.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { CallbackStatusTag } from '../collection/status.tsx';
import { OrderActs } from '../order/order-acts.tsx';
import { OrderMarks } from '../order/order-marks.tsx';
import { OrderDrawer, OrderTabs, type FirstTab, type OrderDrawerOf } from '../order/order-drawer.tsx';
import { SlipLink } from '../slip/slip-link.tsx';
import { toldFailure } from '../told-failure.ts';
import { Attempts } from './attempts.tsx';
import { MoneyTab } from './money-tab.tsx';
import { reverseTones, stageOf, tagOf } from './status.tsx';
import { usePayoutStory } from './story-words.ts';
import { Transfers } from './transfers.tsx';
import { usePayoutActions } from './use-payout-actions.tsx';
import styles from '../order/drawer.module.css';

/** The payout explains itself: what happened, what it cost, what the provider said, what the merchant heard. */
export function PayoutDrawer({ read, firstTab, ...place }: OrderDrawerOf<PayoutListRow, typeof getPayout>) {
  return (
    <OrderDrawer {...place} kind="payout" read={(id, signal) => call(read, { id }, { signal })}>
      {(detail: PayoutDetail) => <Detail detail={detail} firstTab={firstTab} />}
    </OrderDrawer>
  );
}

function Detail({ detail, firstTab }: { detail: PayoutDetail; firstTab: FirstTab }) {
  const t = useWords('payouts');
  const statuses = useWords('statuses');
  const errors = useWords('errors');
  const words = usePayoutStory();
  const { actionsOf, dialog } = usePayoutActions();
  const { order } = detail;
  const actions = actionsOf(order);
  const tag = tagOf(statuses, t, order);
  const stage = stageOf(t, order);
  return (
    <>
      <section className={styles.head} tabIndex={-1} data-autofocus>
        <div className={styles.amount}>
          <Money value={order.amount} currency={order.currency} />
          <StatusTag tone={tag.tone} label={tag.whole} hint={tag.hint} />
          {stage !== '' && <StatusTag tone={tag.tone} label={stage} isBare />}
          {order.callback_status !== 'not_sent' && <CallbackStatusTag status={order.callback_status} />}
          {order.reverse_status !== 'none' && (
            <StatusTag
              tone={reverseTones[order.reverse_status]}
              label={`${t('columns.reverse')} · ${statuses(`reverse.${order.reverse_status}`)}`}
            />
          )}
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
            {order.customer.name} <span className="num">{order.customer.id}</span>
          </dd>
          {isPayoutNetwork(order.bank_code) && (
            <>
              <dt>{t('dialog.exactAmount')}</dt>
              <dd>
                <Copy text={plainAmount(order.amount)} />
              </dd>
            </>
          )}
          <dt>{t('columns.payee')}</dt>
          <dd>{order.account_name || '–'}</dd>
          <dt>{t('columns.bank')}</dt>
          <dd>
            {order.bank_code} {order.bank_name !== order.bank_code && order.bank_name}
          </dd>
          <dt>{t('columns.cardNo')}</dt>
          <dd className="num">{order.card_no}</dd>
          <dt>{t('columns.channel')}</dt>
          <dd>{order.payer ?? order.channel ?? '–'}</dd>
          <dt>{t('columns.thirdPartyNo')}</dt>
          <dd>{order.provider_order_no === null ? '–' : <Copy text={order.provider_order_no} />}</dd>
          {order.failure !== null && (
            <>
              <dt>{t('drawer.failure')}</dt>
              <dd>{toldFailure(errors, order.failure)}</dd>
            </>
          )}
          {detail.in_hand_of !== null && (
            <>
              <dt>{t('drawer.inHandOf')}</dt>
              <dd>{detail.in_hand_of}</dd>
            </>
          )}
          {order.locked_by !== null && order.lock_until !== null && (
            <>
              <dt>{t('columns.lockedBy')}</dt>
              <dd>
                {order.locked_by.name} {t('drawer.until', { time: showInstant(order.lock_until) })}
              </dd>
            </>
          )}
        </dl>
        {detail.by_hand !== null && detail.by_hand.slip !== null && (
          <SlipLink path={slipPath} file={detail.by_hand.slip} />
        )}
        {detail.attempts !== null && <Attempts attempts={detail.attempts} />}
        <Transfers transfers={detail.transfers} />
      </section>
      <OrderTabs
        kind="payout"
        id={order.id}
        story={detail}
        words={words}
        firstTab={firstTab}
        money={<MoneyTab detail={detail} />}
      />
      <OrderActs actions={actions} />
      {dialog}
    </>
  );
}
