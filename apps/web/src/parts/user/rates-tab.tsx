import type { OutputOf } from '@suanpan/contract/endpoint';
import { userChannels, userRates } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import { display4 } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Money } from '../../kit/money.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from '../collection/drawer.module.css';

type Rate = OutputOf<typeof userRates>['items'][number];
const prices = ['merchant', 'sub_agent', 'middleman', 'endpoint', 'system'] as const;

/** Which channels he has and what each party takes there, as far as the reader may know. */
export function RatesTab({ user: { id } }: { user: UserRow }) {
  const t = useWords('users');
  const c = useWords('common');
  const channels = useQuery({
    queryKey: ['user', id, 'channels'],
    queryFn: ({ signal }) => call(userChannels, { id }, { signal }),
  });
  const rates = useQuery({
    queryKey: ['user', id, 'rates'],
    queryFn: ({ signal }) => call(userRates, { id }, { signal }),
  });
  const fault = channels.error ?? rates.error;
  if (fault) return <Fault fault={fault} onRetry={() => void channels.refetch()} />;
  if (!channels.data || !rates.data) return null;
  if (channels.data.items.length === 0 && rates.data.items.length === 0) {
    return <EmptyState kind="none" text={t('rates.none')} />;
  }
  const shown = prices.filter((name) => rates.data.items.some((rate) => rate[name] !== null));
  return (
    <>
      {channels.data.items.length > 0 && (
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">{t('rates.channel')}</th>
              <th scope="col">{t('columns.status')}</th>
              <th scope="col" data-figure>
                {t('rates.weight')}
              </th>
              <th scope="col" data-figure>
                {t('rates.limits')}
              </th>
            </tr>
          </thead>
          <tbody>
            {channels.data.items.map((channel) => (
              <tr key={channel.id}>
                <td>
                  {channel.channel} <small className="mono">{channel.alias ?? channel.code}</small>
                </td>
                <td>
                  <StatusTag
                    tone={channel.enabled ? 'ok' : 'idle'}
                    label={channel.enabled ? c('states.enabled') : c('states.notEnabled')}
                  />
                </td>
                <td data-figure className="num">
                  {channel.weight ?? '–'}
                </td>
                <td data-figure>
                  <Money value={channel.min_amount} /> – <Money value={channel.max_amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('rates.channel')}</th>
            {shown.map((name) => (
              <th key={name} scope="col" data-figure>
                {t(`rates.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.data.items.map((rate) => (
            <tr key={rate.id}>
              <td>
                {rate.channel}{' '}
                {rate.customer_id !== null && rate.customer_id !== id && <small>{rate.customer_name}</small>}
              </td>
              {shown.map((name) => (
                <td key={name} data-figure className="num">
                  <Price price={rate[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Price({ price }: { price: Rate['merchant'] }) {
  if (price === null) return <span aria-hidden>–</span>;
  const isFlat = /^[0.]*$/.test(price.per_item);
  return (
    <>
      {price.pct}%{!isFlat && <small> + {display4(price.per_item)}</small>}
    </>
  );
}
