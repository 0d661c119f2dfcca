import { useWords } from '../../../lib/use-words.ts';
import { BrandMark } from '../../../theme/brand-mark.tsx';
import { brandSamples } from '../../../theme/brand-samples.ts';
import { contrastOf } from '../../../theme/contrast.ts';
import styles from './oem.module.css';

interface OemPreviewProps {
  readonly name: string;
  readonly logo: string;
  readonly color: string;
}

const enough = 4.5;
const shown = (contrast: number | null): string => String(Math.floor((contrast ?? 0) * 10) / 10);

/** The bar, a button and a link as they will be, in light and dark, with the contrast they have. */
export function OemPreview({ name, logo, color }: OemPreviewProps) {
  const t = useWords('oem');
  const samples = brandSamples(color);
  const raw = contrastOf(color, samples[0]?.onInk ?? '');
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      {samples.map((sample) => (
        <figure key={sample.scheme} style={{ background: sample.ground, color: sample.text }}>
          <div className={styles.bar} style={{ background: sample.bar }}>
            {logo === '' ? <BrandMark size={24} /> : <img src={logo} alt="" />}
            <b>{name || t('platform')}</b>
          </div>
          <div className={styles.samples}>
            <span className={styles.button} style={{ background: sample.button }}>
              {t('sampleButton')}
            </span>
            <span style={{ color: sample.link }}>{t('sampleLink')}</span>
          </div>
          <figcaption>
            {sample.scheme === 'dark' ? t('dark') : t('light')} ·{' '}
            {t('contrast', {
              button: shown(contrastOf(sample.button, sample.onInk)),
              link: shown(contrastOf(sample.link, sample.ground)),
            })}
          </figcaption>
        </figure>
      ))}
      {raw !== null && raw < enough && <p className={styles.quiet}>{t('corrected', { raw: shown(raw) })}</p>}
    </section>
  );
}
