import type { TFunction } from 'i18next';

const steps = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** For how long something has waited, in its largest whole unit. */
export function ageOfQueue(t: TFunction<'operate'>, seconds: number): string {
  const [unit, length] = steps.find(([, each]) => seconds >= each) ?? steps[3];
  return t(`queues.age.${unit}`, { count: Math.floor(seconds / length) });
}
