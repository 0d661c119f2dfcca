import type { z } from 'zod';

/** The text as JSON, or undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text as JSON of this shape, or undefined. */
export function readAs<T extends z.ZodType>(text: string, shape: T): z.output<T> | undefined {
  return shape.safeParse(readJson(text)).data;
}
