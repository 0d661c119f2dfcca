import type { Rolldown } from 'vite';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1];

/** From so many screens on, a part comes with the first of them instead of in a file of its own. */
const sharedBy = 4;
/** Large, and drawn on few screens. */
const charts = /[\\/](?:recharts|victory-vendor|d3-[a-z]+|@reduxjs|es-toolkit|@mantine[\\/]charts)[\\/]/;
/** Words that every page of the back office asks for. */
const commonWords = /messages[\\/]src[\\/]([\w-]+)[\\/](?:common|shell|screens|errors|statuses|exports)\.ts$/;

/** The modules that pages and their first parts begin with. */
export interface Starts {
  readonly office: string;
  readonly pay: string;
  readonly login: string;
  readonly shell: string;
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
  /** The page with its own script stays the entry that the manifest names. */
  const isEntry = (moduleId: string, context: Context): boolean =>
    Object.values(starts).includes(moduleId) ||
    (context.getModuleInfo(moduleId)?.importers ?? []).some(
      (importer) => importer === starts.office || importer === starts.pay,
    );
  const ofStart = (by: keyof Starts, name: string) => (id: string, context: Context) =>
    isReached(by, id, context) && !isEntry(id, context) ? name : null;

  const groups: Omit<Rolldown.CodeSplittingGroup, 'priority'>[] = [
    {
      debugName: 'what both pages start with',
      tags: ['$initial'],
      name: (id, context) =>
        isReached('office', id, context) && isReached('pay', id, context) ? 'start' : null,
    },
    {
      debugName: 'what the back office starts with',
      tags: ['$initial'],
      name: ofStart('office', 'start-office'),
    },
    // Apart, or the light payer pages would bring what only screens need.
    { debugName: 'what the payer pages start with', name: ofStart('pay', 'start-pay') },
    { debugName: 'what the login adds', name: ofStart('login', 'login') },
    { debugName: 'what the frame of the back office adds', name: ofStart('shell', 'shell') },
    {
      debugName: 'words of every page, a file a language',
      name: (id) => commonWords.exec(id)?.[1] ?? null,
    },
    {
      debugName: 'what several screens share',
      minShareCount: sharedBy,
      test: (id) => !charts.test(id),
      name: 'screens',
    },
  ];
  // The first wins, because a group takes along whatever its modules import.
  return groups.map((group, place) => ({ ...group, priority: groups.length - place }));
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
