import { dailyReportVersions, type ReportRow, type ReportVersion } from '@suanpan/contract/endpoints/reports';
import { displayCount } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { Copy } from '../../../kit/copy.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { Instant } from '../../../kit/instant.tsx';
import { Money } from '../../../kit/money.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './report.module.css';

type Figures = NonNullable<ReportRow['difference']>;

const shown = [
  ['count', 'count'],
  ['success_count', 'success'],
  ['failed_count', 'failed'],
  ['amount', 'amount'],
  ['settled_count', 'settled'],
  ['actual', 'actual'],
  ['fee', 'fee'],
  ['accounted', 'accounted'],
  ['refunds', 'refunds'],
  ['payouts', 'payouts'],
  ['payout_amount', 'payoutAmount'],
  ['payout_fee', 'payoutFee'],
] as const;

/** A day as it was first made, and every version since with what it changed. */
export function VersionsDrawer({ row, onClose }: { readonly row: ReportRow; readonly onClose: () => void }) {
  const t = useWords('reports');
  const { day } = row;
  const { data, error, refetch } = useQuery({
    queryKey: [dailyReportVersions.path, day],
    queryFn: ({ signal }) => call(dailyReportVersions, { day }, { signal }),
  });
  return (
    <SideDrawer title={`${t('acts.versions')} · ${day}`} size={720} onClose={onClose}>
      <div className={styles.body}>
        {row.difference && (
          <section>
            <h3>
              {row.customer.name} · {row.channel?.name ?? t('states.noChannel')} · {t('states.sinceFirst')}
            </h3>
            <Changes of={row.difference} currency={row.currency} />
          </section>
        )}
        {error && !data && <Fault fault={error} onRetry={() => void refetch()} />}
        {data?.items.toReversed().map((version) => (
          <Version key={version.version} version={version} />
        ))}
      </div>
    </SideDrawer>
  );
}

function Version({ version }: { readonly version: ReportVersion }) {
  const t = useWords('reports');
  return (
    <section>
      <h3>
        {version.version === 1 ? t('states.first') : t('states.versionNo', { version: version.version })}{' '}
        <Instant at={version.made_at} />
      </h3>
      {version.by_currency.map((sum) => (
        <div key={sum.currency} className={styles.figures}>
          <b>{sum.currency}</b>
          {shown.map(([name, word]) => (
            <span key={name}>
              {t(`columns.${word}`)} <Figure value={sum[name]} />
            </span>
          ))}
        </div>
      ))}
      {version.difference && (
        <>
          <h4>{t('states.changed')}</h4>
          {version.difference.map((one) => (
            <Changes key={one.currency} of={one} currency={one.currency} />
          ))}
        </>
      )}
      <p className={styles.hash}>
        {t('columns.hash')} <Copy text={version.hash} />
      </p>
    </section>
  );
}

/** What differs, and by how much; what stayed is left out. */
function Changes({ of, currency }: { readonly of: Figures; readonly currency: string }) {
  const t = useWords('reports');
  const changed = shown.filter(([name]) => /[1-9]/.test(String(of[name])));
  return (
    <div className={styles.figures}>
      <b>{currency}</b>
      {changed.length === 0 && <span>{t('states.nothingChanged')}</span>}
      {changed.map(([name, word]) => (
        <span key={name}>
          {t(`columns.${word}`)} <Figure value={of[name]} isChange />
        </span>
      ))}
    </div>
  );
}

function Figure({
  value,
  isChange = false,
}: {
  readonly value: string | number;
  readonly isChange?: boolean;
}) {
  if (typeof value === 'string') return <Money value={value} isExact isChange={isChange} />;
  return (
    <span className="num">
      {isChange && value > 0 ? '+' : ''}
      {displayCount(value)}
    </span>
  );
}
