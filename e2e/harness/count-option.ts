/** How many the command line asks for with `--name=`; `preset` where it says nothing. */
export function countOption(name: string, preset: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? String(preset);
  const count = Number(given); // Not money: how many.
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a number from 1`);
  return count;
}
