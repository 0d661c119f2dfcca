import type { DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import { useWords } from '../../../lib/use-words.ts';
import { Waterfall, type Step } from '../../../parts/data/waterfall.tsx';
import styles from '../../../parts/data/waterfall.module.css';

const ways = {
  collections: ['fee', 'endpointCost', 'generalShare', 'middlemanShare', 'seniorShare', 'systemShare'],
  payouts: [
    'payoutFee',
    'payoutEndpointCost',
    'payoutGeneralShare',
    'payoutMiddlemanShare',
    'payoutSeniorShare',
    'payoutSystemShare',
  ],
} as const;

/** The merchant's fee of either way, and who has it in the end: the senior agent keeps what the system fee leaves him. */
export function Layers({ summary }: { readonly summary: DataSummary }) {
  const t = useWords('data');
  const { currency, figures } = summary;
  const stepsOf = (way: keyof typeof ways): readonly Step[] => {
    const [fee, endpoint, general, middleman, senior, system] = ways[way].map((name) =>
      parseSignedLedger(String(figures[name] ?? '0'), currency),
    ) as [bigint, bigint, bigint, bigint, bigint, bigint];
    let left = fee;
    const taken = (label: string, value: bigint): Step => {
      left -= value;
      return { label, value: formatLedger(value, currency), from: formatLedger(left, currency) };
    };
    return [
      { label: t('layers.merchant'), value: formatLedger(fee, currency), from: '0' },
      taken(t('layers.endpoint'), endpoint),
      taken(t('layers.general'), general),
      taken(t('layers.middleman'), middleman),
      taken(t('layers.senior'), senior - system),
      taken(t('layers.system'), system),
    ];
  };
  return (
    <section className={styles.pair} aria-label={t('layers.title')}>
      <Waterfall title={t('layers.collections')} steps={stepsOf('collections')} />
      <Waterfall title={t('layers.payouts')} steps={stepsOf('payouts')} />
    </section>
  );
}
