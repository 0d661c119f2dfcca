const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** How large a file is, in the largest unit of which there is one: `1.4 MB`. */
export function sizeOf(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}
