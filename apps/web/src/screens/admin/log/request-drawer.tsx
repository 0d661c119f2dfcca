import { requestBodies, type RequestRow } from '@suanpan/contract/endpoints/request-log';
import { useQuery } from '@tanstack/react-query';
import { Copy } from '../../../kit/copy.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { Instant } from '../../../kit/instant.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useWords } from '../../../lib/use-words.ts';
import { RawText } from '../../../parts/raw-text.tsx';
import styles from './log.module.css';
import { useRequestWords } from './use-request-words.ts';

/** One call with what was sent and answered; the server has masked it. */
export function RequestDrawer({ opened, onClose }: { opened: RequestRow; onClose: () => void }) {
  const t = useWords('requests');
  const words = useRequestWords();
  const { direction, id } = opened;
  const { data, error, refetch } = useQuery({
    queryKey: [requestBodies.path, direction, id],
    queryFn: ({ signal }) => call(requestBodies, { direction, id }, { signal }),
  });
  const tag = words.tag(opened);
  return (
    <SideDrawer onClose={onClose} size={640} title={t('title')}>
      <div className={styles.detail}>
        <h2>
          {words.endpoint(opened)} <StatusTag tone={tag.tone} label={tag.label} />
        </h2>
        <dl className={styles.facts}>
          <dt>{t('columns.direction')}</dt>
          <dd>{t(`directions.${direction}`)}</dd>
          <dt>{t('columns.who')}</dt>
          <dd>{opened.who ?? t('unnamed')}</dd>
          <dt>{t('columns.at')}</dt>
          <dd>
            <Instant at={opened.at} />
          </dd>
          <dt>{t('columns.orderNo')}</dt>
          <dd>{opened.order_no === null ? '–' : <Copy text={opened.order_no}>{opened.order_no}</Copy>}</dd>
          <dt>{t('columns.http')}</dt>
          <dd className="num">{opened.http ?? '–'}</dd>
          <dt>{t('columns.ms')}</dt>
          <dd className="num">{opened.ms ?? '–'}</dd>
          <dt>{t('columns.requestId')}</dt>
          <dd>
            {opened.request_id === null ? '–' : <Copy text={opened.request_id}>{opened.request_id}</Copy>}
          </dd>
          <dt>{t('columns.ip')}</dt>
          <dd className="num">{opened.ip ?? '–'}</dd>
        </dl>
        {error instanceof CallFault && <Fault fault={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <RawText label={t('request')} text={data.request} isOpen />
            <RawText label={t('response')} text={data.response} isOpen />
            <p className={styles.note}>{t('masked')}</p>
          </>
        )}
      </div>
    </SideDrawer>
  );
}
