import type { ExportedList } from './exported-list.ts';
import { accountingLists } from './lists/accounting.ts';
import { administrationLists } from './lists/administration.ts';
import { channelLists } from './lists/channels.ts';
import { dataLists } from './lists/data-center.ts';
import { orderLists } from './lists/orders.ts';

/** Every list that can be taken away as a file, by the route name of its screen. */
export const exportKinds = {
  ...orderLists,
  ...channelLists,
  ...accountingLists,
  ...dataLists,
  ...administrationLists,
} as const satisfies Readonly<Record<string, ExportedList>>;

export type ExportKind = keyof typeof exportKinds;
export const exportKindNames = Object.keys(exportKinds) as [ExportKind, ...ExportKind[]];
/** The list of a kind, with the precise names of its columns set aside. */
export const exportedList = (kind: ExportKind): ExportedList => exportKinds[kind];

/** What some grids call otherwise than their files, which a name that both know goes before. */
const inFiles: Readonly<Record<string, readonly string[]>> = {
  'account.create_ms': ['create_p50', 'create_p95'],
  'account.query_ms': ['query_p50', 'query_p95'],
  'crypto.addresses': ['addresses_used'],
  'operator.role_name': ['role'],
  agent: ['scope'],
  agent_name: ['agent_id'],
  callback: ['callback_p50', 'callback_p95'],
  created_at: ['at'],
  created_by: ['by'],
  last_at: ['last'],
  last_hit_at: ['lastHit'],
  middleman_name: ['middleman'],
  object_id: ['object'],
  owner_name: ['owner'],
  request_id: ['request'],
  sub_agent_name: ['sub_agent'],
  system_fee: ['methods.system_fee'],
  usual_per_day: ['usual'],
  user_agent: ['device'],
  user_id: ['id'],
};

/** The columns of a file for one of its grid: of the same name, of what it is called in files, of the last part of its path. */
function inFile(columns: ExportedList['columns'], shown: string): readonly string[] {
  const last = shown.slice(shown.lastIndexOf('.') + 1);
  const called = [[shown], inFiles[shown] ?? [], [last]];
  return called.find((names) => names.some((name) => Object.hasOwn(columns, name))) ?? [];
}

/**
 * The columns of a file that looks like its grid: those shown, in their order, each with what it holds besides. Amounts that are
 * added up stand behind their currency, which a grid of one currency says once above its rows.
 */
export function columnsAsShown(
  { columns, inside = {}, totals = [] }: ExportedList,
  shown: readonly string[],
): string[] {
  const named = shown.flatMap((name) => inFile(columns, name));
  const within = (outer: string): string[] =>
    Object.entries(inside)
      .filter(([inner, place]) => place === outer && !named.includes(inner))
      .map(([inner]) => inner);
  const found = named.flatMap((name) => [name, ...within(name)]);
  const first = found.findIndex((name) => totals.includes(name));
  return first === -1 || found.includes('currency') ? found : found.toSpliced(first, 0, 'currency');
}

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStates = ['queued', 'running', 'completed', 'failed', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

/** Why an export has no file; the words stand in `exports.errors`. */
export const exportErrors = [
  'diskFull',
  'tooLarge',
  'notAllowed',
  'interrupted',
  'filterInvalid',
  'unexpected',
] as const;
export type ExportError = (typeof exportErrors)[number];
