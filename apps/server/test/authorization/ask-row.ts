import { refusalActs } from '@suanpan/domain/audit/acts';
import { catalogue } from '@suanpan/domain/errors';
import type { House } from '../open-house.ts';
import { sharing } from './cast.ts';
import type { Cast } from './cast.ts';
import { whileActing } from './while-acting.ts';
import { visitors } from './table.ts';
import type { Cell, Expected, Principal, Relation, Row } from './table.ts';
import type { WriteWatch } from './watch-writes.ts';

interface Asked {
  readonly principal: Principal;
  readonly relation: Relation;
  readonly expected: number;
}

interface Answer {
  readonly code: number;
  readonly text: string;
}

/**
 * Codes that are written down as denials, wherever a session is known; each must have left its audit row. Nobody of the
 * cast has a session that is there and not to be used.
 */
const denials: ReadonlySet<number> = new Set(
  refusalActs.filter((name) => name !== 'sessionEnded').map((name) => catalogue[name].code),
);
const sessionEnded = 10_001;
const acting = 20_430;
let serial = 0;

/** Asks every cell of a row and tells what is not as the table says; nothing, when all is. */
export async function askRow(house: House, cast: Cast, watch: WriteWatch, row: Row): Promise<string[]> {
  const wrong: string[] = [];
  const said = new Map<string, Answer>();
  await watch.since();
  await watch.denials();
  let denied = 0;
  let sessions = await cast.stay();

  for (const [relation, cells] of byRelation(row)) {
    await cast.forgetTries();
    // What is made so that each cell has something to be about is none of the callers' doing.
    const about = new Map<Asked, string>();
    const share = sharing(cast);
    for (const cell of cells) {
      const leavesIt = cell.expected !== 0 || reads(row);
      about.set(cell, await (leavesIt ? share : cast.find)(row.about, cell.principal, relation));
    }
    await house.settled();
    await watch.since();
    const ask = async (cell: Asked): Promise<void> => {
      const answer = await call(house, cast, row, cell, about.get(cell) ?? '', sessions.get(cell.principal));
      said.set(`${cell.principal} ${relation}`, answer);
      if (!isPublic(row) && denials.has(answer.code)) denied += 1;
      if (answer.code !== cell.expected) {
        wrong.push(
          `${cell.principal} ${relation}: ${answer.code} instead of ${cell.expected} (${answer.text})`,
        );
      }
    };
    await Promise.all(cells.filter(({ expected }) => expected !== 0).map(ask));
    await house.settled();
    const written = await watch.since();
    if (written.length > 0) wrong.push(`${relation}: refused, and yet written: ${written.join(', ')}`);
    // One after the other: what the first changes the next may meet.
    for (const cell of cells.filter(({ expected }) => expected === 0)) await ask(cell);
    await house.settled();
    const changed = await watch.since();
    if (reads(row) && changed.some((place) => !readersLeave.has(place))) {
      wrong.push(`${relation}: a reading call changed ${changed.join(', ')}`);
    }
    // What the cells of one relation ended those of the next must not miss.
    if (changed.includes('session')) sessions = await cast.stay();
  }
  await house.settled();
  const kept = await watch.denials();
  if (kept !== denied) wrong.push(`${denied} denials, of which ${kept} stand in the audit log`);
  return [...wrong, ...tellingApart(row, said)];
}

/** What a visitor may call reads, whatever its method, but for taking a file of his own away and leaving. */
const reads = ({ call: name }: Row): boolean =>
  name.startsWith('GET ') ||
  (whileActing.has(name) &&
    !['/exports', '/download/{file}/ticket', '/logout'].some((path) => name.endsWith(path)));

/** Reading a log is itself written down, and so is signing out, which the specification makes a GET. */
const readersLeave = new Set(['audit_log', 'session', 'outbox', 'login_challenge', 'app_user']);

function byRelation(row: Row): Map<Relation, Asked[]> {
  const found = new Map<Relation, Asked[]>();
  for (const [principal, cells] of row.expects) {
    for (const [relation, expected] of cells) {
      if (expected === 'none') continue;
      const code = codeOf(row, principal, expected);
      const cell = { principal, relation, expected: code };
      found.set(relation, [...(found.get(relation) ?? []), cell]);
    }
  }
  return found;
}

/** A call that asks for no session knows nobody as a visitor. */
function isPublic({ expects }: Row): boolean {
  return ![...(expects.get('anonymous')?.values() ?? [])].includes(sessionEnded);
}

/** Whoever acts for another meets one answer at every door that is not on his list. */
function codeOf(row: Row, principal: Principal, expected: Exclude<Expected, 'none'>): number {
  if (visitors.has(principal) && !isPublic(row) && !whileActing.has(row.call)) return acting;
  return expected === 'ok' ? (row.passes ?? 0) : expected;
}

async function call(
  house: House,
  cast: Cast,
  row: Row,
  { principal, relation }: Asked,
  id: string,
  token: string | undefined,
): Promise<Answer> {
  serial += 1;
  const cell: Cell = { principal, relation, id, serial, person: (name) => String(cast.person(name)) };
  const [method = '', path = ''] = row.call.split(' ');
  const sent = row.sends?.(cell);
  const inQuery = method === 'GET' || method === 'DELETE';
  const query =
    inQuery && sent !== undefined ? `?${new URLSearchParams(sent as Record<string, string>)}` : '';
  const response = await house.app.inject({
    method: method as 'GET',
    url: `/api${await fill(path, row, cell, cast)}${query}`,
    headers: {
      'x-localization': 'en',
      'idempotency-key': `row-${serial}`,
      'x-forwarded-for': `198.51.${Math.floor(serial / 250) % 250}.${(serial % 250) + 1}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(inQuery || sent === undefined ? {} : { payload: sent }),
  });
  // A file that is not there has no envelope: its status says it.
  if (response.body === '') return { code: response.statusCode, text: String(response.statusCode) };
  const body = response.json<{ code?: number; message: string; errors?: unknown }>();
  const errors = body.errors === undefined ? '' : ` ${JSON.stringify(body.errors)}`;
  // A document is no envelope either: that it came says that it was given.
  return { code: body.code ?? 0, text: `${response.statusCode} ${body.message}${errors}` };
}

async function fill(path: string, row: Row, cell: Cell, cast: Cast): Promise<string> {
  const names: Record<string, string> = { ...row.names };
  if (path.includes('{id}')) names['id'] ??= cell.id;
  if (path.includes('{customer_id}')) names['customer_id'] = cell.id;
  if (path.includes('{t}')) names['t'] = cell.id;
  if (path.includes('{file}')) names['file'] = cell.id;
  if (path.includes('{self}')) names['self'] = row.about === 'sub' ? cast.ownerOf(cell.relation) : cell.id;
  if (path.includes('{session_id}')) {
    names['session_id'] =
      row.about === 'session' || cell.relation === 'absent' ? cell.id : await cast.spareSession(cell.id);
  }
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(names[name] ?? ''));
}

/** Whoever is told that something is absent must not be able to tell whether it exists elsewhere. */
function tellingApart(row: Row, said: ReadonlyMap<string, Answer>): string[] {
  return [...row.expects.keys()].flatMap((principal) => {
    const absent = said.get(`${principal} absent`);
    if (absent?.code !== 404) return [];
    return (['below', 'beside', 'above', 'other'] as const).flatMap((relation) => {
      const foreign = said.get(`${principal} ${relation}`);
      if (foreign?.code !== 404 || foreign.text === absent.text) return [];
      return [`${principal}: ${relation} says '${foreign.text}', absent '${absent.text}'`];
    });
  });
}
