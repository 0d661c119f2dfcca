import { exportFormats } from '@suanpan/domain/exports/kinds';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, nothing } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { named } from '../refinement.ts';

const name = z.string().min(1).max(64).regex(plainLine);

/** How somebody has arranged one grid. */
export const gridArrangement = z.strictObject({
  hidden: z.array(name).max(60),
  order: z.array(name).max(60),
  widths: z.record(name, z.number().min(20).max(2_000)),
  density: z.enum(['compact', 'roomy']),
  pinned: z.array(name).max(10).optional(),
  /** The preset that it began as: one of the screen's, an own one, or one of a colleague's. */
  preset: name.optional(),
});

const label = z.string().trim().min(1).max(40).regex(plainLine);
/** Colleagues of the same role see it too. */
const isShared = z.boolean().optional();

/** Columns under a name: which, in which order, how wide, which stay in view. */
export const columnPreset = z.strictObject({
  name: label,
  hidden: z.array(name).max(60),
  order: z.array(name).max(60),
  widths: z.record(name, z.number().min(20).max(2_000)),
  pinned: z.array(name).max(10),
  isShared,
});
export type ColumnPreset = z.output<typeof columnPreset>;
export const columnPresets = z.array(columnPreset).max(20);

/** A search with its order and its columns, under a name of its owner's. */
export const savedView = z.strictObject({
  name: label,
  search: z.record(name, z.union([z.string().max(500), z.array(z.string().max(200)).max(40)])),
  preset: name.optional(),
  /** Taken when the screen is opened without a search; one of a screen's views at most. */
  isDefault: z.boolean().optional(),
  isShared,
});
export type SavedView = z.output<typeof savedView>;
export const savedViews = z.array(savedView).max(20);

/**
 * What a person may keep, by key; `*` stands for the name of a grid or a screen. Anything else is refused, so that
 * nobody makes a store of his own out of it.
 */
export const preferenceShapes = {
  'collections.ring': z.boolean(),
  'menu.open': z.array(name).max(40),
  'menu.collapsed': z.boolean(),
  'list.rows': z.union([z.literal(20), z.literal(50), z.literal(100), z.literal(200)]),
  'export.format': z.enum(exportFormats),
  'grid.*': gridArrangement,
  'presets.*': columnPresets,
  'views.*': savedViews,
} as const satisfies Record<string, z.ZodType>;

type Kept = keyof typeof preferenceShapes;
/** A key that somebody may keep something under. */
export type PreferenceKey = Kept extends infer Key
  ? Key extends `${infer Family}.*`
    ? `${Family}.${string}`
    : Key
  : never;

/** The shape of a key's value; undefined for a key that nobody may keep. */
export function preferenceShape(key: string): z.ZodType | undefined {
  const shapes: Readonly<Record<string, z.ZodType>> = preferenceShapes;
  if (Object.hasOwn(shapes, key) && !key.endsWith('*')) return shapes[key];
  const [, family, own] = /^(grid|presets|views)\.([A-Za-z][\w./-]{0,63})$/.exec(key) ?? [];
  return own === undefined ? undefined : shapes[`${family}.*`];
}

const preferenceKey = z
  .string()
  .max(80)
  .refine((key) => preferenceShape(key) !== undefined, named('knownKey'))
  .meta({ examples: ['menu.collapsed'] });

/** Everything the caller has arranged for himself, in one call at the start. */
export const allPreferences = endpoint({
  method: 'GET',
  path: '/users/preferences',
  access: { session: true },
  whileActing: 'allowed',
  input: nothing,
  output: z.record(z.string(), z.json()),
});
/** What colleagues of the same role and house share of their presets and views, by the key they keep it under. */
export const sharedPreferences = endpoint({
  method: 'GET',
  path: '/users/shared-preferences',
  access: { session: true },
  whileActing: 'allowed',
  input: nothing,
  output: z.array(
    z.object({ key: z.string(), by: z.string(), items: z.array(z.union([columnPreset, savedView])) }),
  ),
});

/** Null where nothing is kept. */
export const readPreference = endpoint({
  method: 'GET',
  path: '/users/preferences/{key}',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ key: preferenceKey }),
  output: z.object({ value: z.json() }),
});
/** Null removes what was kept. */
export const writePreference = endpoint({
  method: 'PUT',
  path: '/users/preferences/{key}',
  access: { session: true },
  input: z.strictObject({ key: preferenceKey, value: z.json() }),
  output: done,
});
