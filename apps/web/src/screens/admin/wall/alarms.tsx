import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { RouteName } from '@suanpan/domain/access/permissions';
import type { TFunction } from 'i18next';
import { use } from 'react';
import { useWords } from '../../../lib/use-words.ts';
import { placeOfAlert } from '../../../parts/place-of-alert.ts';
import { Cause, Figure } from './cause.tsx';
import { fitting, FullScreenContext } from './full-screen.ts';
import type { WallAnswer } from './wall-answer.ts';
import styles from './wall.module.css';

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, danger: IconAlertOctagon } as const;

interface Line {
  readonly key: string;
  readonly level: keyof typeof icons;
  readonly screen: RouteName;
  readonly query: string;
  readonly text: string;
  /** The part of the text that is the figure. */
  readonly figure: string;
}

/** How many things are wrong. */
export const countAlarms = ({ alarms, alerts }: WallAnswer): number => alarms.length + alerts.length;

/** What is wrong, the gravest first, each with where it is seen to. */
export function Alarms({ data }: { readonly data: WallAnswer }) {
  const t = useWords('wall');
  const dashboard = useWords('dashboard');
  const alerts = useWords('alerts');
  const isFull = use(FullScreenContext);
  const lines: readonly Line[] = [
    ...data.alarms.map((alarm) => ruleLine(alerts, alarm)),
    ...[...data.alerts]
      .sort((one, other) => gravity[one.level] - gravity[other.level])
      .map(({ count, kind, level, path }) => {
        const [route = '', query = ''] = placeOfAlert(path).replace('/wrap/', '').split('?');
        return {
          key: kind,
          level,
          // The server names screens that are there.
          screen: route as RouteName,
          query: query && `?${query}`,
          text: dashboard(`alertKinds.${kind}`, { count }),
          figure: String(count),
        };
      }),
  ];
  const shown = isFull ? lines.slice(0, fitting.alarms) : lines;
  const hidden = lines.length - shown.length;
  return (
    <section className={styles.card} data-part="alarms" aria-label={t('alarms')}>
      <h2>{t('alarms')}</h2>
      <ul className={styles.alarms} aria-live="polite">
        {shown.map(({ figure, key, level, query, screen, text }) => {
          const Icon = icons[level];
          return (
            <li key={key} data-level={level}>
              <Icon aria-hidden />
              <Cause screen={screen} query={query}>
                <Told text={text} figure={figure} />
              </Cause>
            </li>
          );
        })}
      </ul>
      {lines.length === 0 && <p className={styles.quiet}>{t('noAlarms')}</p>}
      {hidden > 0 && <p className={styles.more}>{t('moreAlarms', { count: hidden })}</p>}
    </section>
  );
}

const gravity = { danger: 0, warning: 1, info: 2 } as const;

function ruleLine(t: TFunction<'alerts'>, alarm: WallAnswer['alarms'][number]): Line {
  const name = alarm.shipped === null ? alarm.name : t(`shipped.${alarm.shipped}`);
  const figure = `${alarm.value} ${t(`units.${alarm.metric}`)}`;
  return {
    key: `${alarm.rule_id} ${alarm.label}`,
    level: 'danger',
    screen: 'admin.operate',
    query: '',
    text: `${name}${alarm.label === '' ? '' : ` ${alarm.label}`} ${figure}`,
    figure,
  };
}

/** A sentence whose figure is read from across the room. */
function Told({ figure, text }: Pick<Line, 'figure' | 'text'>) {
  const at = text.lastIndexOf(figure);
  if (at < 0) return <span>{text}</span>;
  return (
    <span className={styles.told}>
      <span data-name>{text.slice(0, at)}</span>
      <span>
        <Figure>{figure}</Figure>
        {text.slice(at + figure.length)}
      </span>
    </span>
  );
}
