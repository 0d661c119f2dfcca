/** Who may call. The first four never get past the door. */
export const principals = [
  'anonymous',
  'expired',
  'apiKey',
  'locked',
  'admin',
  'manager',
  'staff',
  'agent',
  'agentStaff',
  'subAgent',
  'middleman',
  'merchant',
  'subWithout',
  'subWith',
  /** His line tells of calls that visitors may make; every other call answers them alike. */
  'impersonated',
  /** The same in a senior agent's account: a whole tree lies before him. */
  'visitedAgent',
  'ownerOfMaker',
  'madeByMaker',
] as const;
export type Principal = (typeof principals)[number];

/** They act for another. */
export const visitors: ReadonlySet<Principal> = new Set(['impersonated', 'visitedAgent']);

/**
 * An administrator whose sub-account submitted what is to be decided, and a manager whom its maker made: second accounts
 * of one person. Where a table has no line for them, they are what they look like; a visitor sees what he sees whose
 * account it is.
 */
const looksLike: Readonly<Partial<Record<Principal, Principal>>> = {
  ownerOfMaker: 'admin',
  madeByMaker: 'manager',
  visitedAgent: 'agent',
};

/** How far a thing is from the caller. What each word means for a kind of thing stands in `cast.ts`. */
export const relations = ['own', 'below', 'beside', 'above', 'other', 'absent'] as const;
export type Relation = (typeof relations)[number];

/**
 * What a cell may say. `ok` is whatever the row calls passing; the rest are codes of the envelope, and `-` marks a
 * relation that this caller does not have.
 */
const words = {
  ok: 'ok',
  no: 20_403,
  proxy: 20_411,
  acting: 20_430,
  unbound: 20_426,
  out: 10_001,
  self: 21_608,
  same: 21_701,
  house: 20_432,
  premium: 21_601,
  hand: 21_110,
  fill: 21_400,
  bad: 99,
  bound: 10_026,
  '303': 303,
  '404': 404,
  '400': 400,
  '-': 'none',
} as const;
export type Expected = (typeof words)[keyof typeof words];

export type Grid = ReadonlyMap<Principal, ReadonlyMap<Relation, Expected>>;

/** Before the door: no session, one that is over, a merchant's key in its place, and one that still must bind. */
const door = { anonymous: 'out', expired: 'out', apiKey: 'out', locked: 'unbound' } as const;

/**
 * Reads a table as it is written: the relations on top, one caller a line. Callers before the door need no line. Any
 * other caller without a line is a mistake of the table.
 */
export function grid(
  text: string,
  before: Readonly<Record<keyof typeof door, keyof typeof words>> = door,
): Grid {
  const [head = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const columns = head.map((word) => relations.find((relation) => relation === word) ?? mistake(word));
  const read = new Map<Principal, ReadonlyMap<Relation, Expected>>();
  for (const [who, word] of Object.entries(before)) {
    read.set(named(who), new Map(columns.map((column) => [column, words[word]])));
  }
  for (const [who = '', ...cells] of lines) {
    if (cells.length !== columns.length) mistake(`${who} has ${cells.length} cells`);
    read.set(named(who), new Map(columns.map((column, index) => [column, meaning(cells[index])])));
  }
  for (const principal of principals) {
    const line = read.get(principal) ?? read.get(looksLike[principal] ?? principal);
    read.set(principal, line ?? mistake(`${principal} has no line`));
  }
  return read;
}

/** The call names nothing that could be somebody else's: these callers pass, all others are forbidden. */
export function only(callers: string): Grid {
  const passing = new Set(callers.split(' ').filter(Boolean).map(named));
  return plain((principal) => (passing.has(principal) ? 'ok' : 'no'), door);
}

/** Everybody with a session, each for himself. */
export const anySession: Grid = plain(() => 'ok', door);
/** The same, and also while the second factor is still to be bound. */
export const evenLocked: Grid = plain(() => 'ok', { ...door, locked: 'ok' });
/** No session is asked for: everybody gets the same. */
export const everybody: Grid = plain(() => 'ok', {
  anonymous: 'ok',
  expired: 'ok',
  apiKey: 'ok',
  locked: 'ok',
});

function plain(
  of: (principal: Principal) => keyof typeof words,
  before: Readonly<Record<keyof typeof door, keyof typeof words>>,
): Grid {
  const at: Readonly<Partial<Record<Principal, keyof typeof words>>> = before;
  return new Map(
    principals.map((principal) => [
      principal,
      new Map([['own', words[at[principal] ?? of(looksLike[principal] ?? principal)]]]),
    ]),
  );
}

function named(word: string): Principal {
  return principals.find((principal) => principal === word) ?? mistake(word);
}

function meaning(cell: string | undefined): Expected {
  return (words as Readonly<Record<string, Expected>>)[cell ?? ''] ?? mistake(String(cell));
}

function mistake(what: string): never {
  throw new Error(`The authorization table cannot be read: ${what}`);
}

/** What a body may need to know of the cell it is sent in. */
export interface Cell {
  readonly principal: Principal;
  readonly relation: Relation;
  /** Of what the row is about, as this caller and this relation have it. */
  readonly id: string;
  /** A number that no other cell gets. */
  readonly serial: number;
  /** The id of one of the cast, by name. */
  readonly person: (name: string) => string;
}

/** The kinds of things that a call can be about; `cast.ts` says who has which. */
export type About =
  | 'nothing'
  | 'user'
  | 'userSession'
  | 'merchant'
  | 'sub'
  | 'tenant'
  | 'order'
  | 'payout'
  | 'deposit'
  | 'withdrawal'
  | 'withdrawalList'
  | 'withdrawAccount'
  | 'withdrawFee'
  | 'payee'
  | 'payoutBatch'
  | 'payoutAccount'
  | 'refund'
  | 'receipt'
  | 'callback'
  | 'callbackAddress'
  | 'lockable'
  | 'privateTransfer'
  | 'token'
  | 'session'
  | 'approval'
  | 'submission'
  | 'role'
  | 'manager'
  | 'blockedAddress'
  | 'blockEntry'
  | 'export'
  | 'exportFile'
  | 'watch';

/** One call of the back office, and what everybody gets who makes it. */
export interface Row {
  /** Method and path as the contract writes them; `{id}` and the like are filled in from the cell. */
  readonly call: string;
  readonly about: About;
  readonly expects: Grid;
  /** The code of whoever passes: 0, or the refusal that only he can meet who was let in. */
  readonly passes?: number;
  /** A body (or the query of a GET) that would be accepted. */
  readonly sends?: (cell: Cell) => Readonly<Record<string, unknown>>;
  /** Path parameters that are no id. */
  readonly names?: Readonly<Record<string, string>>;
}
