const taipei = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Taipei',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A moment as the bank's clock on the wall shows it: `2026-11-21 09:04:05` in Taipei. */
export const displayTime = (moment: Date): string => taipei.format(moment);

/** The same without the day, for lists. */
export const displayHour = (moment: Date): string => taipei.format(moment).slice(11);
