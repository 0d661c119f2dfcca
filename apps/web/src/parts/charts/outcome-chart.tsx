import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useId } from 'react';

export interface OutcomePoint {
  readonly label: string;
  readonly success: number;
  /** Absent where failures are not told apart from the rest. */
  readonly failure?: number;
  readonly other: number;
  /** The list of what the bar counts: a click on it goes there. */
  readonly href?: string;
}

interface OutcomeChartProps {
  readonly points: readonly OutcomePoint[];
  readonly successLabel: string;
  readonly failureLabel: string;
  readonly otherLabel: string;
  readonly label: string;
}

/** Orders by time: what succeeded below, then what failed in bands and the rest hatched, so that they are told without colour. */
export function OutcomeChart({ points, successLabel, failureLabel, otherLabel, label }: OutcomeChartProps) {
  const id = useId().replaceAll(/[^\w]/g, '');
  const [hatch, bands] = [`hatch${id}`, `bands${id}`];
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={232}
        data={points as OutcomePoint[] as { label: string }[]}
        dataKey="label"
        type="stacked"
        gridAxis="x"
        tickLine="none"
        yAxisProps={{ allowDecimals: false }}
        maxBarWidth={26}
        series={[
          { name: 'success', label: successLabel, color: 'var(--sp-ok-bar)' },
          ...(points.some((point) => point.failure !== undefined)
            ? [{ name: 'failure', label: failureLabel, color: 'var(--sp-fail-bar)' }]
            : []),
          { name: 'other', label: otherLabel, color: 'var(--sp-other-bar)' },
        ]}
        barProps={({ name }) =>
          name === 'success' ? { radius: 0 } : { fill: `url(#${name === 'other' ? hatch : bands})` }
        }
        barChartProps={{
          margin: { top: 4, right: 4, bottom: 0, left: -12 },
          style: points.some(({ href }) => href !== undefined) ? { cursor: 'pointer' } : {},
          onClick: ({ activeIndex }) => {
            const href = points[Number(activeIndex)]?.href;
            if (href !== undefined) location.hash = href;
          },
        }}
        tooltipAnimationDuration={0}
        fillOpacity={1}
      >
        <defs>
          <pattern id={bands} width="4" height="4" patternUnits="userSpaceOnUse">
            <rect width="4" height="4" fill="var(--sp-fail-bar)" />
            <rect width="4" height="1" fill="var(--sp-surface)" />
          </pattern>
          <pattern
            id={hatch}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="5" height="5" fill="var(--sp-other-bar)" opacity="0.35" />
            <rect width="2" height="5" fill="var(--sp-other-bar)" />
          </pattern>
        </defs>
      </BarChart>
    </div>
  );
}
