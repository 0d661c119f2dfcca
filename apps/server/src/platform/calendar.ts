const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The platform's calendar is UTC+8 without summer time. */
const offsetMs = 8 * 60 * minuteMs;

/** The next instant of a repeated time, strictly after `after`. */
export type NextTime = (after: Date) => Date;

/** Every day at a time of the platform's calendar. */
export function dailyAt(time: { readonly hour: number; readonly minute: number }): NextTime {
  const inDay = (time.hour * 60 + time.minute) * minuteMs;
  return (after) => {
    const local = after.getTime() + offsetMs;
    const today = Math.floor(local / dayMs) * dayMs + inDay;
    return new Date((today > local ? today : today + dayMs) - offsetMs);
  };
}

/** Every month on a day (1–28) at a time of the platform's calendar. */
export function monthlyAt(time: {
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}): NextTime {
  return (after) => {
    const local = new Date(after.getTime() + offsetMs);
    for (let month = 0; ; month += 1) {
      const at = Date.UTC(
        local.getUTCFullYear(),
        local.getUTCMonth() + month,
        time.day,
        time.hour,
        time.minute,
      );
      if (at > local.getTime()) return new Date(at - offsetMs);
    }
  };
}

/** Every `minutes`, counted from midnight UTC. */
export function everyMinutes(minutes: number): NextTime {
  const step = minutes * minuteMs;
  return (after) => new Date((Math.floor(after.getTime() / step) + 1) * step);
}
