import { Button } from '@mantine/core';
import type { ChannelChecks, MerchantRow } from '@suanpan/contract/endpoints/merchant-channels';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Instant } from '../../kit/instant.tsx';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import { merchantCalls } from './calls.ts';
import type { Direction } from './calls.ts';
import styles from './merchant-channels.module.css';

const tones: Readonly<Record<ChannelChecks['items'][number]['lamp'], Tone>> = {
  green: 'ok',
  amber: 'attention',
  red: 'fail',
  grey: 'idle',
};

/** A lamp for each channel of a merchant: whether its provider answers, lately and over a day. */
export function Checks({
  direction,
  merchant,
}: {
  readonly direction: Direction;
  readonly merchant: MerchantRow;
}) {
  const t = useWords('merchantChannels');
  const client = useQueryClient();
  const calls = merchantCalls[direction];
  const { id } = merchant.customer;
  const key = [calls.checks.path, id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(calls.checks, { id }, { signal }),
  });
  const { isBusy, fault, send } = useSending();
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.note}>{t('hints.checks')}</p>
        <Button
          size="xs"
          loading={isBusy}
          onClick={() => void send(async () => client.setQueryData(key, await call(calls.runChecks, { id })))}
        >
          {t('acts.check')}
        </Button>
      </div>
      {error && !data && <Fault fault={error} onRetry={() => void refetch()} />}
      {fault && <Fault fault={fault} />}
      {data?.items.length === 0 && <EmptyState kind="none" text={t('states.noChannels')} />}
      <ul className={styles.list}>
        {data?.items.map((item) => (
          <li key={item.channel_id}>
            <header className={styles.head}>
              <h4>{item.channel}</h4>
              <StatusTag tone={tones[item.lamp]} label={t(`lamps.${item.lamp}`)} />
            </header>
            <dl className={styles.facts}>
              <div>
                <dt>{t('fields.lastAt')}</dt>
                <dd>{item.last_at === null ? '–' : <Instant at={item.last_at} />}</dd>
              </div>
              <div>
                <dt>{t('fields.ms')}</dt>
                <dd className="num">{item.ms === null ? '–' : `${item.ms} ms`}</dd>
              </div>
              <div>
                <dt>{t('fields.uptime')}</dt>
                <dd className="num">{item.uptime_24h === null ? '–' : `${item.uptime_24h} %`}</dd>
              </div>
            </dl>
            {item.error !== null && <p className={styles.note}>{item.error}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
