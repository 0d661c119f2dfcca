import { useWords } from '../../../lib/use-words.ts';
import { BrandMark } from '../../../theme/brand-mark.tsx';
import { brandScale, colors } from '../../../theme/colors.ts';
import { contrastOf } from '../../../theme/contrast.ts';
import styles from './oem.module.css';

interface OemPreviewProps {
  readonly name: string;
  readonly logo: string;
  readonly color: string;
}

/** The steps of the scale that carry text: the button's, and the link's on light and on dark. */
const step = { bar: 9, button: 7, buttonDark: 6, link: 7, linkDark: 3 } as const;
const white = '#ffffff';
const ground = { light: white, dark: '#161a21' };
const enough = 4.5;

const shown = (contrast: number | null): string => String(Math.floor((contrast ?? 0) * 10) / 10);

/** The bar, a button and a link as they will be, in light and dark, with the contrast they have. */
export function OemPreview({ name, logo, color }: OemPreviewProps) {
  const t = useWords('oem');
  const scale = brandScale(color) ?? colors.ink;
  const raw = contrastOf(color, white);
  const sides = [
    {
      key: 'light',
      ground: ground.light,
      text: '#1b2230',
      button: scale[step.button],
      link: scale[step.link],
    },
    {
      key: 'dark',
      ground: ground.dark,
      text: '#e6e9ef',
      button: scale[step.buttonDark],
      link: scale[step.linkDark],
    },
  ] as const;
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      {sides.map((side) => (
        <figure key={side.key} style={{ background: side.ground, color: side.text }}>
          <div className={styles.bar} style={{ background: scale[step.bar] }}>
            {logo === '' ? <BrandMark size={24} /> : <img src={logo} alt="" />}
            <b>{name || 'Suanpan'}</b>
          </div>
          <div className={styles.samples}>
            <span className={styles.button} style={{ background: side.button }}>
              {t('sampleButton')}
            </span>
            <span style={{ color: side.link }}>{t('sampleLink')}</span>
          </div>
          <figcaption>
            {t(side.key)} ·{' '}
            {t('contrast', {
              button: shown(contrastOf(side.button ?? white, white)),
              link: shown(contrastOf(side.link ?? white, side.ground)),
            })}
          </figcaption>
        </figure>
      ))}
      {raw !== null && raw < enough && <p className={styles.quiet}>{t('corrected', { raw: shown(raw) })}</p>}
    </section>
  );
}
