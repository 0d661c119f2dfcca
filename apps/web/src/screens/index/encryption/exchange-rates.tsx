import type { DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { regionDayFromText, startOfRegionDay } from '@suanpan/domain/region-day';
import { display2 } from '@suanpan/money/display';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { dayTicks } from '../../../parts/data/day-ticks.ts';
import { Scaled } from '../../../parts/data/scaled.tsx';
import { DrillLink } from '../../../parts/drill-link.tsx';
import styles from './exchange-rates.module.css';

type Exchange = NonNullable<DataSummary['exchange']>;
type Version = Exchange['rates'][number]['versions'][number];
const kinds = ['collection', 'payment'] as const;
type Kind = (typeof kinds)[number];

const [wide, high] = [1000, 60];
const rateOf = (version: Version, kind: Kind): string => version[`${kind}_rate`];

/** The rates of the pair over the days, as a curve and one by one; to the platform what exchanging left it. */
export function ExchangeRates({ summary }: { readonly summary: DataSummary }) {
  const t = useWords('data');
  const rates = useWords('rates');
  const { currency, exchange, from, to } = summary;
  if (exchange === undefined) return null;
  const title = t('exchange.title', { pair: `${currency} / ${exchange.quote}` });
  const versions = exchange.rates.flatMap((one) => one.versions.map((version) => ({ ...one, version })));
  const whose = ({ agent }: Exchange['rates'][number]): string =>
    agent === null ? t('exchange.platform') : `${agent.name} · ${agent.id}`;
  const words: Readonly<Record<Kind, string>> = {
    collection: rates('columns.collectionRate'),
    payment: rates('columns.paymentRate'),
  };
  return (
    <section className={styles.exchange} aria-label={title}>
      <h2>{title}</h2>
      {versions.length === 0 ? (
        <p className={styles.legend}>{t('exchange.none')}</p>
      ) : (
        <>
          <p className={styles.legend}>
            {exchange.rates.flatMap((one, n) =>
              kinds.map((kind) => (
                <span key={`${whose(one)} ${kind}`} data-of={kind} data-whose={n}>
                  {whose(one)} {words[kind]}{' '}
                  <b className="num">{rateOf(one.versions.at(-1) as Version, kind)}</b>
                </span>
              )),
            )}
          </p>
          <Curve exchange={exchange} from={from} to={to} label={title} />
          <details className={styles.versions}>
            <summary>{t('exchange.versions', { count: versions.length })}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('columns.owner')}</th>
                  <th scope="col">{rates('columns.validFrom')}</th>
                  {kinds.map((kind) => (
                    <th key={kind} scope="col">
                      {words[kind]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {versions.map(({ version, ...one }) => (
                  <tr key={`${whose(one)} ${version.valid_from}`}>
                    <th scope="row">{whose(one)}</th>
                    <td className="num">{showInstant(version.valid_from)}</td>
                    {kinds.map((kind) => (
                      <td key={kind} className="num">
                        {rateOf(version, kind)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
      {exchange.fx && <Left fx={exchange.fx} base={currency} quote={exchange.quote} />}
    </section>
  );
}

interface CurveProps {
  readonly exchange: Exchange;
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** A step for each version, from when it began until the next did; what began before the days does so at their edge. */
function Curve({ exchange: { quote, rates }, from, to, label }: CurveProps) {
  const begin = startOfRegionDay(regionDayFromText(from)).getTime();
  const end = startOfRegionDay(regionDayFromText(to) + 1).getTime();
  // Not money: places in the picture.
  const told = rates
    .flatMap(({ versions }) => versions.flatMap((one) => kinds.map((kind) => rateOf(one, kind))))
    .sort((one, other) => Number(one) - Number(other));
  const [lowest = '', highest = ''] = [told.at(0), told.at(-1)];
  const [least, most] = [Number(lowest), Number(highest)];
  const x = (instant: string): number => Math.max(0, ((Date.parse(instant) - begin) / (end - begin)) * wide);
  const y = (rate: string): number =>
    most === least ? high / 2 : high - 4 - ((Number(rate) - least) / (most - least)) * (high - 8);
  return (
    <Scaled most={highest} least={lowest} unit={quote} ticks={dayTicks(from, to)}>
      <svg
        className={styles.curve}
        viewBox={`0 0 ${wide} ${high}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {rates.map(({ agent, versions }, n) =>
          kinds.map((kind) => (
            <path
              key={`${agent?.id ?? ''} ${kind}`}
              data-of={kind}
              data-whose={n}
              vectorEffect="non-scaling-stroke"
              d={`${versions
                .map((one, at) => {
                  const place = `${x(one.valid_from)} ${y(rateOf(one, kind))}`;
                  return at === 0 ? `M${place}` : `H${x(one.valid_from)} L${place}`;
                })
                .join(' ')} H${wide}`}
            />
          )),
        )}
      </svg>
    </Scaled>
  );
}

interface LeftProps {
  readonly fx: NonNullable<Exchange['fx']>;
  readonly base: string;
  readonly quote: string;
}

/** What the books say that exchanging left in the days, and what is open now. */
function Left({ fx, base, quote }: LeftProps) {
  const t = useWords('data');
  return (
    <dl className={styles.left}>
      <div>
        <dt>{t('exchange.result')}</dt>
        <dd className="num">
          <DrillLink to={fx.drill} hint={t('counts.posted')}>
            {display2(fx.result)} {quote}
          </DrillLink>
        </dd>
      </div>
      <div title={t('counts.now')}>
        <dt>{t('exchange.sold')}</dt>
        <dd className="num">
          {display2(fx.sold)} {base}
        </dd>
      </div>
      <div title={t('counts.now')}>
        <dt>{t('exchange.kept')}</dt>
        <dd className="num">
          {display2(fx.kept)} {quote}
        </dd>
      </div>
      {fx.rate !== null && (
        <div title={t('counts.now')}>
          <dt>{t('exchange.rate')}</dt>
          <dd className="num">{fx.rate}</dd>
        </div>
      )}
      {fx.open_result !== null && (
        <div title={t('exchange.openHint')}>
          <dt>{t('exchange.open')}</dt>
          <dd className="num">
            {display2(fx.open_result)} {quote}
          </dd>
        </div>
      )}
    </dl>
  );
}
