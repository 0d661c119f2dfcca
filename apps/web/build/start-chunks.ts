import type { Rolldown } from 'vite';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1];

/** From so many screens on, a part comes with the first of them instead of in a file of its own. */
const sharedBy = 4;
/** Large, and drawn on few screens. */
const charts = /[\\/](?:recharts|victory-vendor|d3-[a-z]+|@reduxjs|es-toolkit|@mantine[\\/]charts)[\\/]/;
/** Drawn where something is scanned. */
const scanned = /[\\/](?:uqr[\\/]|kit[\\/]qr)/;
/** What only screens of orders need. */
const ownParts = /[\\/]parts[\\/]collection[\\/]/;
/** Users and their rights: a handful of screens share them, and no other has any use for them. */
const ofPeople =
  /[\\/]parts[\\/](?:user|permission-tree)[\\/].+\.tsx?$|[\\/]domain[\\/]src[\\/]access[\\/](?:abilities|sensitive)\.ts$/;
/** So do a handful of screens of channels. */
const ofChannels =
  /[\\/]parts[\\/]merchant-channels[\\/].+\.tsx?$|[\\/]endpoints[\\/](?:merchant-channels|channel-models|channel-definitions)\.ts$/;
/** The screens of the data centre share them. */
const ofFigures =
  /[\\/]parts[\\/]data[\\/]|[\\/]endpoints[\\/]data-screens\.ts$|[\\/]domain[\\/]src[\\/]reports[\\/]figures\.ts$/;
/** The contract names them in its schemas, which no page has: whoever really uses them fetches them. */
const ofSchemas = /[\\/]domain[\\/]src[\\/](?:exports[\\/](?:kinds|lists[\\/][\w-]+)|approvals|errors)\.ts$/;
/** Longer with each screen, and of no use before somebody has signed in; fetched beside the frame, not with it. */
const screenList = /[\\/]app[\\/]screen-registry\.tsx$/;
/** Words that pages of the back office begin with. */
const firstWords =
  /messages[\\/]src[\\/]([\w-]+)[\\/](?:common|shell|screens|errors|statuses|exports|login|orders|demo)\.ts$/;

/** The modules that the page and its first parts begin with. */
export interface Starts {
  readonly office: string;
  readonly login: string;
  /** What the login of a demo adds. */
  readonly demoLogin: string;
  readonly shell: string;
  /** What drives a demo. */
  readonly demo: string;
  /** The list that people work in all day: what it needs, the other lists need. */
  readonly list: string;
}

/**
 * What is needed together comes in one file, in place of the forty small ones that later screens' use of the same
 * modules would make of it: each costs a request. A module goes to the first of these groups that wants it.
 */
export function startChunks(starts: Starts): Rolldown.CodeSplittingGroup[] {
  const reached = new Map<string, ReadonlySet<string>>();
  function isReached(by: keyof Starts, moduleId: string, context: Context): boolean {
    const entry = starts[by];
    const all = reached.get(entry) ?? reachOf(entry, context);
    reached.set(entry, all);
    return all.has(moduleId);
  }
  const isStyle = (id: string): boolean => id.endsWith('.css');
  /** The page itself stays the entry that the manifest names. */
  const isPage = (id: string): boolean => id === starts.office;
  const inside = ['shell', 'list'] as const;
  const outside = ['login', 'demoLogin'] as const;
  const group = (
    debugName: string,
    name: string,
    wants: (by: (start: keyof Starts) => boolean, id: string) => boolean,
  ): Omit<Rolldown.CodeSplittingGroup, 'priority'> => ({
    debugName,
    name: (id, context) => (!isPage(id) && wants((start) => isReached(start, id, context), id) ? name : null),
  });

  const groups: Omit<Rolldown.CodeSplittingGroup, 'priority'>[] = [
    { debugName: 'what schemas name', test: ofSchemas, name: 'schemas' },
    group(
      'what the back office starts with, and what its login has in common with what lies behind',
      'start-office',
      (by) => by('office') || (outside.some(by) && inside.some(by)),
    ),
    { debugName: 'where each screen lies', test: screenList, name: 'screen-list' },
    {
      ...group('what the login shares with screens', 'fields', (by) => outside.some(by)),
      minShareCount: 3,
    },
    group('what the login adds', 'login', (by) => by('login')),
    group(
      'what the frame of the back office adds, and the styles of the first list',
      'shell',
      (by, id) => by('shell') || ((by('demo') || by('list')) && isStyle(id)),
    ),
    {
      debugName: 'the first words, a file a language',
      name: (id) => firstWords.exec(id)?.[1] ?? null,
    },
    group('what lists share', 'lists', (by, id) => by('list') && id !== starts.list && !ownParts.test(id)),
    // Lists of payouts, the counter and the dashboard take pieces of it.
    group('what screens of orders share', 'orders', (by, id) => by('list') && id !== starts.list),
    {
      debugName: 'what several screens share',
      minShareCount: sharedBy,
      test: (id) => ![charts, scanned, ofPeople, ofChannels, ofFigures].some((apart) => apart.test(id)),
      name: 'screens',
    },
    { debugName: 'codes to scan', test: scanned, name: 'scanned' },
    // Below the others, so that it takes along nothing that they have.
    {
      debugName: 'what screens of users and their rights share',
      minShareCount: 2,
      test: ofPeople,
      name: 'people',
    },
    { debugName: 'what screens of channels share', minShareCount: 2, test: ofChannels, name: 'channels' },
    { debugName: 'what screens of figures share', minShareCount: 2, test: ofFigures, name: 'figures' },
    group('what drives a demo', 'demo', (by) => by('demo')),
  ];
  // The first wins, because a group takes along whatever its modules import.
  return groups.map((one, place) => ({ ...one, priority: groups.length - place }));
}

/** Every module that a page imports before it can begin. */
function reachOf(entry: string, context: Context): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(entry);
  return reached;
}
