import { display2 } from '@suanpan/money/display';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './top-bar.module.css';
import { useHouseBalance } from './use-house-balance.ts';

const hiddenKey = 'suanpan.amountsHidden';
const veil = '••••••';

/** Available and total balance; the total adds what is not settled yet. An eye hides them from shoulders. */
export function Balances() {
  const t = useWords('shell');
  const self = useSelf();
  useHouseBalance();
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) === 'yes');
  const total = formatLedger(
    parseSignedLedger(self.balance, self.currency) +
      parseSignedLedger(self.unsettlement_amount, self.currency),
    self.currency,
  );
  const show = (amount: string): string => (isHidden ? veil : display2(amount));
  return (
    <div className={styles.balances}>
      <dl>
        <div>
          <dt>{t('balance')}</dt>
          <dd className="num" key={self.balance}>
            {show(self.balance)}
          </dd>
        </div>
        <div
          title={t('totalExplained', {
            balance: show(self.balance),
            unsettled: show(self.unsettlement_amount),
          })}
        >
          <dt>{t('totalBalance')}</dt>
          <dd className="num" key={total}>
            {show(total)} <small>{self.currency}</small>
          </dd>
        </div>
      </dl>
      <button
        type="button"
        className={styles.icon}
        aria-pressed={isHidden}
        aria-label={isHidden ? t('showAmounts') : t('hideAmounts')}
        title={isHidden ? t('showAmounts') : t('hideAmounts')}
        onClick={() => {
          localStorage.setItem(hiddenKey, isHidden ? 'no' : 'yes');
          setHidden(!isHidden);
        }}
      >
        {isHidden ? <IconEyeOff size={17} /> : <IconEye size={17} />}
      </button>
    </div>
  );
}
