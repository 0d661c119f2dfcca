const aheadMs = 8 * 3_600_000;
const text = /^(\d{4})[/-](\d{2})[/-](\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** An instant as gateways of Taiwan write it: `2026-11-23 09:05:00` in UTC+8, the day's parts joined by `between`. */
export function formatTaiwanTime(atMs: number, between: '/' | '-'): string {
  const local = new Date(atMs + aheadMs).toISOString();
  return `${local.slice(0, 10).replaceAll('-', between)} ${local.slice(11, 19)}`;
}

/** The instant of such a text, or null where it is none. */
export function parseTaiwanTime(written: string): Date | null {
  const match = text.exec(written);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : new Date(at - aheadMs);
}
