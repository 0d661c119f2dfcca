import { z } from 'zod';

/** Where a figure leads: a screen, and the search of its address that shows exactly what the figure is made of. */
export const drill = z.object({
  screen: z.string(),
  search: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
export type Drill = z.output<typeof drill>;

/** By figure; one whose list the caller may not open leads nowhere. */
export const drills = z.record(z.string(), drill);
