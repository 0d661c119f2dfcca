import { display4 } from '@suanpan/money/display';
import styles from './waterfall.module.css';

export interface Step {
  readonly label: string;
  /** Decimal text of the ledger. */
  readonly value: string;
  /** Where it begins: what the steps before it left. The whole begins at nothing. */
  readonly from: string;
}
interface WaterfallProps {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** What becomes of a sum, step by step: each bar begins where the one before it ended, with its amount beside it. */
export function Waterfall({ title, steps }: WaterfallProps) {
  // Not money: places in the picture.
  const whole = Math.max(...steps.map(({ value }) => Math.abs(Number(value))), 1e-9);
  return (
    <table className={styles.waterfall}>
      <caption>{title}</caption>
      <tbody>
        {steps.map(({ from, label, value }, n) => {
          const [begins, wide] = [Number(from) / whole, Number(value) / whole];
          const left = Math.min(Math.max(Math.min(begins, begins + wide), 0), 1) * 100;
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={styles.track} aria-hidden>
                <span
                  data-whole={n === 0 || undefined}
                  data-last={n === steps.length - 1 || undefined}
                  style={{ marginInlineStart: `${left}%`, width: `${Math.min(Math.abs(wide), 1) * 100}%` }}
                />
              </td>
              <td className="num">{display4(value)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
