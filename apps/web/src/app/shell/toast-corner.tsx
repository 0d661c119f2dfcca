import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { stacked, stayOf, toasts, type Toast } from '../../lib/toast.ts';
import { originOf, sayAnew, useWords, type Origin } from '../../lib/use-words.ts';
import { useShownLocale } from '../../lib/use-shown-locale.ts';
import styles from './toast-corner.module.css';

interface Shown extends Toast {
  readonly id: number;
  /** Where its words come from, so that it can say them in the language that is switched to. */
  readonly titleFrom: Origin | undefined;
  readonly textFrom: Origin | undefined;
}

/** Short messages at the corner, the newest below; they never take the focus. */
export function ToastCorner() {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  useEffect(() => {
    let next = 0;
    return toasts.listen((toast) => {
      const id = (next += 1);
      const words = { titleFrom: originOf(toast.title), textFrom: originOf(toast.text ?? '') };
      setShown((before) => stacked(before, { ...toast, ...words, id }));
    });
  }, []);
  const corner = useRef<HTMLDivElement>(null);
  const lift = useLift(corner, shown.length > 0);
  return (
    <div ref={corner} className={styles.corner} style={{ bottom: lift }} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          onGone={() => setShown((before) => before.filter((one) => one.id !== toast.id))}
        />
      ))}
    </div>
  );
}

function ToastCard({ toast, onGone }: { toast: Shown; onGone: () => void }) {
  const t = useWords('common');
  const locale = useShownLocale();
  // Whoever rests on it is reading it.
  const [isHeld, setHeld] = useState(false);
  const stays = stayOf(toast);
  const leave = useEffectEvent(onGone);
  useEffect(() => {
    if (stays === null || isHeld) return;
    const leaving = setTimeout(leave, stays);
    return () => clearTimeout(leaving);
  }, [stays, isHeld]);
  const title = sayAnew(toast.title, toast.titleFrom, locale);
  return (
    <div
      className={styles.toast}
      data-tone={toast.tone}
      data-color={toast.color}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div>
        <b>
          {toast.href === undefined ? (
            title
          ) : (
            // Whoever follows it has read it; what it leads to must not lie below it.
            <a href={toast.href} onClick={onGone}>
              {title}
            </a>
          )}
        </b>
        {toast.text !== undefined && <span>{sayAnew(toast.text, toast.textFrom, locale)}</span>}
      </div>
      {toast.undo && (
        <button
          type="button"
          className={styles.undo}
          onClick={() => {
            toast.undo?.();
            onGone();
          }}
        >
          {t('buttons.undo')}
        </button>
      )}
      <button type="button" aria-label={t('buttons.close')} onClick={onGone}>
        <IconX size={14} aria-hidden />
      </button>
    </div>
  );
}

const gap = 16;
const measureMs = 250;

/** The sums and the pager of a list, and what saves a form. */
const kept = '[data-keep-clear], form button[type="submit"]';

/** How far from the lower edge nothing is covered that has to stay in sight. */
function useLift(corner: RefObject<HTMLDivElement | null>, isNeeded: boolean): number {
  const [lift, setLift] = useState(gap);
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const measure = (): void => {
      const own = corner.current?.getBoundingClientRect();
      const tops = [...document.querySelectorAll(kept)]
        .map((element) => element.getBoundingClientRect())
        // What is scrolled up to the middle of the page has nothing below it to be kept clear of.
        .filter(({ height, top }) => height > 0 && top >= innerHeight / 2 && top < innerHeight)
        .filter(({ left, right }) => own === undefined || (right > own.left && left < own.right))
        .map(({ top }) => top);
      setLift(innerHeight - Math.min(innerHeight, ...tops) + gap);
    };
    measure();
    // Sums come later than their list, and another tab has another foot.
    const again = setInterval(measure, measureMs);
    return () => clearInterval(again);
  }, [corner, isNeeded]);
  return lift;
}
