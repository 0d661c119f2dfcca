import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { figures, type FigureName } from '@suanpan/domain/reports/figures';
import { useWords } from '../../lib/use-words.ts';
import { drillHref } from '../drill-link.tsx';
import { figureText } from './figure-text.ts';
import styles from './data.module.css';

interface FigureProps {
  readonly name: FigureName;
  readonly of: Pick<DataRow, 'figures' | 'before' | 'drill'>;
}

/** One figure, which leads to what it is made of; below it that of the range it is held against. */
export function Figure({ name, of }: FigureProps) {
  const t = useWords('data');
  const common = useWords('common');
  const text = figureText(t, name, of.figures[name]);
  const drill = of.figures[name] === null ? undefined : of.drill[name];
  const counts = t(`counts.${figures[name].day}`);
  const says = figures[name].kind === 'rate' ? common('successRateFormula') : counts;
  const before = of.before && figureText(t, name, of.before[name]);
  return (
    <span className={styles.figure}>
      {drill === undefined ? (
        <span className="num" title={says}>
          {text}
        </span>
      ) : (
        <a className="num" href={drillHref(drill)} title={`${says} · ${t('states.toList')}`}>
          {text}
        </a>
      )}
      {before !== undefined && (
        <small className="num" title={t('states.before', { value: before })}>
          {before}
        </small>
      )}
    </span>
  );
}
