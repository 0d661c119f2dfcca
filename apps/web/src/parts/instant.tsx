import { now } from '../lib/clock.ts';
import { currentLocale } from '../lib/locale.ts';
import { showInstant } from '../lib/platform-time.ts';

/** How long ago or ahead, in the page's language. */
function relative(ms: number): string {
  const seconds = Math.round((ms - now()) / 1_000);
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return format.format(seconds, 'second');
  if (size < 3_600) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.round(seconds / 3_600), 'hour');
  return format.format(Math.round(seconds / 86_400), 'day');
}

/** A time of the platform zone to the second; on hover how long ago, and the viewer's own clock. */
export function Instant({ at }: { at: string | null }) {
  if (at === null) return <span aria-hidden>–</span>;
  return (
    <time
      dateTime={at}
      className="num"
      onPointerEnter={(event) => {
        const own = new Date(at).toLocaleString(currentLocale(), { timeZoneName: 'short' });
        event.currentTarget.title = `${relative(Date.parse(at))} · ${own}`;
      }}
    >
      {showInstant(at)}
    </time>
  );
}
