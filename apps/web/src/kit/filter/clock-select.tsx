import styles from './filter.module.css';

interface ClockSelectProps {
  readonly label: string;
  readonly offered: readonly number[];
  readonly value: number;
  readonly show: (count: number) => string;
  readonly onPick: (count: number) => void;
}

/** An hour, or a minute, of the clock. */
export function ClockSelect({ label, offered, value, show, onPick }: ClockSelectProps) {
  return (
    <select
      className={`${styles.control} num`}
      aria-label={label}
      value={value}
      onChange={(event) => onPick(Number(event.currentTarget.value))}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {show(one)}
        </option>
      ))}
    </select>
  );
}
