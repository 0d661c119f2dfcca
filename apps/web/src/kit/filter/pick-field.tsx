import styles from './filter.module.css';
import { Picker, type PickerProps } from './picker.tsx';

type PickFieldProps = Omit<PickerProps, 'id' | 'isFirst' | 'onPick'>;

/** Somebody or something by name in a row of filters: its label stands inside the frame. */
export function PickField(props: PickFieldProps) {
  return (
    <label className={styles.frame}>
      <span className={styles.label}>{props.label}</span>
      <Picker {...props} />
    </label>
  );
}
