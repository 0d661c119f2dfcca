import { createContext, use } from 'react';
import { businessNow } from '../lib/clock.ts';
import { currentLocale } from '../lib/locale.ts';
import { showInstant, showShort } from '../lib/platform-time.ts';

/** Whether times are shown whole; the columns of a list choose it. */
export const WholeTimes = createContext(true);

/** How long ago or ahead, in the page's language. */
function relative(ms: number): string {
  const seconds = Math.round((ms - businessNow()) / 1_000);
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return format.format(seconds, 'second');
  if (size < 3_600) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.round(seconds / 3_600), 'hour');
  return format.format(Math.round(seconds / 86_400), 'day');
}

/** A time of the platform zone to the second; on hover the whole of it, how long ago, and the viewer's own clock. */
export function Instant({ at }: { at: string | null }) {
  const isWhole = use(WholeTimes);
  if (at === null) return <span aria-hidden>–</span>;
  return (
    <time
      dateTime={at}
      className="num"
      onPointerEnter={(event) => {
        const own = new Date(at).toLocaleString(currentLocale(), { timeZoneName: 'short' });
        event.currentTarget.title = `${showInstant(at)} · ${relative(Date.parse(at))} · ${own}`;
      }}
    >
      {isWhole ? showInstant(at) : showShort(at, businessNow())}
    </time>
  );
}

/** How long ago, in words: on a card, where there is no hover. */
export function Age({ at }: { at: string }) {
  return (
    <time dateTime={at} className="num">
      {relative(Date.parse(at))}
    </time>
  );
}
