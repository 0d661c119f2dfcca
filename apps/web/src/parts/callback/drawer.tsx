import { Button } from '@mantine/core';
import { getCallback, type CallbackDetail } from '@suanpan/contract/endpoints/callbacks';
import { useQuery } from '@tanstack/react-query';
import { Copy } from '../../kit/copy.tsx';
import { Fault } from '../../kit/fault.tsx';
import { SideDrawer } from '../../kit/side-drawer.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { CallbacksTab } from '../order/callbacks-tab.tsx';
import styles from '../order/drawer.module.css';
import { RawText } from '../raw-text.tsx';
import { reasonOf } from './columns.tsx';
import { useResend } from './use-resend.tsx';

const screens = { collection: 'collections.transactions', payout: 'payment.transactions' } as const;

/** One event: every attempt with what was sent and answered, and the request as it would leave now. */
export function CallbackDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useWords('callbacks');
  const { data, error, refetch } = useQuery({
    queryKey: ['callback', id],
    queryFn: ({ signal }) => call(getCallback, { id }, { signal }),
  });
  return (
    <SideDrawer title={t('drawer.title')} size={720} onClose={onClose}>
      {error && !data && (
        <div className={styles.panel}>
          <Fault fault={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined && <Detail detail={data} />}
    </SideDrawer>
  );
}

function Detail({ detail }: { readonly detail: CallbackDetail }) {
  const t = useWords('callbacks');
  const statuses = useWords('statuses');
  const { actionsOf, dialog } = useResend();
  const { request, row, story } = detail;
  return (
    <>
      <section className={styles.head} tabIndex={-1} data-autofocus>
        <dl className={styles.facts}>
          <dt>{t('columns.order')}</dt>
          <dd>
            <Copy text={row.order.no} />
          </dd>
          <dt>{t('columns.merchantNo')}</dt>
          <dd>
            <Copy text={row.order.merchant_no} />
          </dd>
          <dt>{t('columns.customer')}</dt>
          <dd>
            {row.customer.name} <span className="num">{row.customer.id}</span>
          </dd>
          <dt>{t('columns.result')}</dt>
          <dd>{reasonOf(statuses, row)}</dd>
        </dl>
      </section>
      <div className={styles.panel}>
        <CallbacksTab callbacks={[story]} />
        <section className={styles.section}>
          <h3>{t('drawer.request')}</h3>
          {request === null ? (
            <p className={styles.hint}>{t('drawer.unsigned')}</p>
          ) : (
            <>
              <p className={styles.hint}>{t('drawer.signed')}</p>
              <RawText label={`POST ${request.url}`} text={linesOf(request.headers)} />
              <RawText label={t('drawer.body')} text={request.body} />
            </>
          )}
        </section>
      </div>
      <footer className={styles.foot}>
        <Button
          component="a"
          variant="default"
          href={`#/wrap/${screens[row.order.kind]}?open=${row.order.id}`}
        >
          {t('drawer.openOrder')}
        </Button>
        {actionsOf(row).map(({ key, label, run }) => (
          <Button key={key} variant="default" onClick={run}>
            {label}
          </Button>
        ))}
      </footer>
      {dialog}
    </>
  );
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
