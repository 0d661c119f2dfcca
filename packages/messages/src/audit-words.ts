import { isPermission, permissionTree } from '@suanpan/domain/access/permissions';
import { auditFields, isAuditField } from '@suanpan/domain/audit/fields';
import type { FieldKind } from '@suanpan/domain/audit/fields';
import { exportKinds } from '@suanpan/domain/exports/kinds';
import type { ExportedList } from '@suanpan/domain/exports/exported-list';
import type { Area } from './packs.ts';

/** Areas whose words the log borrows, so that a thing has the same name there as on its own screen. */
export const auditAreas = [
  'audit',
  'approvals',
  'exports',
  'funds',
  'ledger',
  'orders',
  'payouts',
  'permissions',
  'protection',
  'screens',
  'statuses',
  'users',
  'withdrawals',
] as const satisfies readonly Area[];

/** What a reader brings along: his words, and how he reads an instant. */
export interface Reader {
  /** The word for a key of one of `auditAreas`, its `{{count}}` filled; undefined where there is none. */
  readonly word: (key: string, count?: string) => string | undefined;
  readonly instant: (at: string) => string;
}

export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The words of an act: of its screen and verb where it is a permission, its own, or its bare name. */
export function tellAct(reader: Reader, act: string): string {
  const { word } = reader;
  if (!isPermission(act)) return word(`audit.acts.${act}`) ?? act;
  const dot = act.lastIndexOf('.');
  const [screen, verb] = [act.slice(0, dot), act.slice(dot + 1)];
  return `${tellScreen(reader, screen)} · ${word(`permissions.verbs.${verb}`) ?? verb}`;
}

/** The title of a screen, which no other has. */
export function tellScreen({ word }: Reader, screen: string): string {
  return word(`screens.titles.${screen}`) ?? screen;
}

const routeNames: readonly string[] = Object.keys(permissionTree);

/** The words of a kind of thing, or its bare name. */
export function tellKind({ word }: Reader, kind: string): string {
  return word(`audit.kinds.${kind}`) ?? kind;
}

/** Fields and values in the reader's language. The log is older than the words may be: what has none stays as it is. */
export function tellChanges(
  reader: Reader,
  objectKind: string,
  changes: readonly FieldChange[],
): FieldChange[] {
  const exported = changes.find(({ field }) => field === 'kind');
  const place = { objectKind, list: exported?.after ?? exported?.before ?? '' };
  return changes.map(({ field, before, after }) => {
    const tell = (value: string | null): string | null =>
      value === null ? null : tellValue(reader, { ...place, path: field.split('.') }, value);
    return { field: tellField(reader, field), before: tell(before), after: tell(after) };
  });
}

/** The same in one line, for a list or a cell. */
export function changesInBrief(reader: Reader, objectKind: string, changes: readonly FieldChange[]): string {
  const flat = (value: string | null): string => value?.replaceAll('\n', markOf(reader, 'comma')) ?? '–';
  return tellChanges(reader, objectKind, changes)
    .map(({ field, before, after }) => {
      const values = before === null ? flat(after) : `${flat(before)} → ${flat(after)}`;
      return `${field}${markOf(reader, 'colon')}${values}`;
    })
    .join(' · ');
}

/** Full-width marks stand alone; those of English are followed by a space. */
function markOf({ word }: Reader, name: 'colon' | 'comma'): string {
  const mark = word(`audit.values.mark.${name}`) ?? '';
  return mark === ':' || mark === ',' ? `${mark} ` : mark;
}

/** A path is told part by part; the numbers of a list stay numbers. */
function tellField({ word }: Reader, path: string): string {
  return path
    .split('.')
    .map((part) => (isAuditField(part) ? (word(`audit.fields.${part}`) ?? part) : part))
    .join(' › ');
}

interface Place {
  readonly path: readonly string[];
  readonly objectKind: string;
  /** The exported list, where columns are told. */
  readonly list: string;
}

const masked = '***';

function tellValue(reader: Reader, place: Place, value: string): string {
  const part = place.path.findLast(isAuditField);
  const kind: FieldKind = part === undefined ? 'text' : auditFields[part];
  if (value === masked) return value;
  if (kind === 'money') return withSeparators(value);
  if (kind === 'instant') return Number.isNaN(Date.parse(value)) ? value : reader.instant(value);
  if (kind === 'subject') {
    const colon = value.indexOf(':');
    return colon < 0 ? value : `${tellKind(reader, value.slice(0, colon))} ${value.slice(colon + 1)}`;
  }
  if (kind === 'bytes' || kind === 'days' || kind === 'pixels' || kind === 'seconds') {
    return reader.word(`audit.values.unit.${kind}`, value) ?? value;
  }
  // A fingerprint tells a reader nothing but that it is kept; whoever checks it has the log itself.
  if (kind === 'print') return reader.word('audit.values.print') ?? value;
  if (kind === 'permission') return eachOf(value, '\n', (item) => tellAct(reader, item));
  if (kind === 'column')
    return eachOf(value, markOf(reader, 'comma'), (item) => tellColumn(reader, place.list, item));
  if (kind === 'kind' && routeNames.includes(value)) return tellScreen(reader, value);
  const places = vocabularyOf(kind, place);
  return eachOf(value, markOf(reader, 'comma'), (item) => {
    const found = places.map((key) => reader.word(`${key}.${item}`)).find((word) => word !== undefined);
    return found ?? item;
  });
}

/** Where the words of a value may stand, the likeliest first. */
function vocabularyOf(kind: FieldKind, { objectKind, path }: Place): readonly string[] {
  if (kind === 'firewallKey' && objectKind !== 'firewall_rule') return [];
  if (kind === 'exportError' && objectKind !== 'export') return [];
  if (kind !== 'state') return vocabularies[kind] ?? [];
  // The state asked for in a filter is that of the list's rows.
  if (path.length > 1) return ['statuses.collectionStatus', 'statuses.user'];
  return [stateWords[objectKind] ?? 'statuses.collectionStatus'];
}

const vocabularies: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  account: ['statuses.account'],
  act: ['approvals.acts'],
  against: ['audit.values.against'],
  callbackStatus: ['statuses.callback'],
  event: ['audit.values.event'],
  exportError: ['exports.errors'],
  feeMode: ['audit.values.feeMode'],
  firewallKey: ['protection.keys'],
  format: ['audit.values.format'],
  journal: ['statuses.journal'],
  kind: ['statuses.role', 'protection.kinds', 'audit.kinds'],
  level: ['audit.values.level'],
  notifyVia: ['audit.values.notifyVia'],
  outcome: ['audit.outcomes', 'audit.loginOutcomes'],
  pathClass: ['protection.places'],
  payoutWait: ['payouts.waits'],
  role: ['statuses.role'],
  scope: ['audit.values.scope'],
  settleRule: ['users.rules'],
  truth: ['audit.values.truth'],
};

/** A column under the name that it has in its list. */
function tellColumn({ word }: Reader, list: string, name: string): string {
  const lists: Readonly<Record<string, ExportedList>> = exportKinds;
  const known = Object.hasOwn(lists, list) ? lists[list] : undefined;
  const path = known?.columns[name];
  return known === undefined || path === undefined ? name : (word(`${known.area}.${path}`) ?? name);
}

const eachOf = (value: string, separator: string, tell: (item: string) => string): string =>
  value
    .split(/\n|, /)
    .map((item) => tell(item))
    .join(separator);

/** A sum with every digit that was recorded, at least two decimals, and separators; anything else as it is. */
function withSeparators(value: string): string {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (match === null) return value;
  const [, sign = '', whole = '', fraction = ''] = match;
  const kept = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${kept}`;
}

const stateWords: Readonly<Record<string, string>> = {
  approval: 'approvals.states',
  collection: 'statuses.collectionStatus',
  deposit: 'funds.depositStatus',
  export: 'statuses.export',
  installation: 'statuses.export',
  payout: 'statuses.payout',
  user: 'statuses.user',
  withdrawal: 'withdrawals.status',
};
