import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toasts, type Toast } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './toast-corner.module.css';

const staysMs = 6_000;
/** Long enough to be read and followed. */
const linkStaysMs = 15_000;
const most = 4;

/** Short messages at the corner, the newest below; they leave by themselves and never take the focus. */
export function ToastCorner() {
  const t = useWords('common');
  const [shown, setShown] = useState<readonly (Toast & { id: number })[]>([]);
  useEffect(() => {
    let next = 0;
    return toasts.listen((toast) => {
      const id = (next += 1);
      setShown((before) => [...before.slice(1 - most), { ...toast, id }]);
      const leavesIn = toast.href === undefined ? staysMs : linkStaysMs;
      setTimeout(() => setShown((before) => before.filter((one) => one.id !== id)), leavesIn);
    });
  }, []);
  const drop = (id: number): void => setShown((before) => before.filter((one) => one.id !== id));
  return (
    <div className={styles.corner} role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={styles.toast} data-tone={toast.tone} data-color={toast.color}>
          <div>
            <b>
              {toast.href === undefined ? (
                toast.title
              ) : (
                // Whoever follows it has read it; what it leads to must not lie below it.
                <a href={toast.href} onClick={() => drop(toast.id)}>
                  {toast.title}
                </a>
              )}
            </b>
            {toast.text !== undefined && <span>{toast.text}</span>}
          </div>
          <button type="button" aria-label={t('buttons.close')} onClick={() => drop(toast.id)}>
            <IconX size={14} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}
