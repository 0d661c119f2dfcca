import { useEffect, useState } from 'react';
import { useWords } from '../lib/use-words.ts';
import { isCut, tellWhatIsCut } from './cut-words.ts';
import styles from './kit.module.css';

const showsMs = 1_200;

interface Bubble {
  readonly left: number;
  readonly top: number;
}

/** Copies what was clicked and says so beside it, and tells what is cut. Stands once at the root of the page. */
export function CopyBubble() {
  const t = useWords('common');
  const [bubble, setBubble] = useState<Bubble | null>(null);
  useEffect(tellWhatIsCut, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const source = (event: Event): HTMLElement | null =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null;
    const copy = (event: MouseEvent): void => {
      const button = source(event);
      if (!button) return;
      void navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(() => {
        const { left, top, width } = button.getBoundingClientRect();
        setBubble({ left: left + width / 2, top });
        clearTimeout(timer);
        timer = setTimeout(() => setBubble(null), showsMs);
      });
    };
    const name = (event: Event): void => {
      const button = source(event);
      if (!button || button.title !== '') return;
      button.title = [...(isCut(button) ? [button.innerText.trim()] : []), t('buttons.copy')].join(' · ');
    };
    document.addEventListener('click', copy);
    document.addEventListener('pointerover', name);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', copy);
      document.removeEventListener('pointerover', name);
    };
  }, [t]);
  return (
    <span role="status" className={bubble ? styles.bubble : styles.unseen} style={bubble ?? undefined}>
      {bubble ? t('buttons.copied') : ''}
    </span>
  );
}
