import styles from './screen-skeleton.module.css';

/** The shape of a list, shown only when a screen or its first answer takes longer than 150 ms to come. */
export function ScreenSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <i />
      <i />
      <i />
    </div>
  );
}
