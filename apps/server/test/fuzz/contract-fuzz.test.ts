import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { gather } from '../authorization/cast.ts';
import { readContract } from '../authorization/read-contract.ts';
import { allRows as rows } from '../authorization/rows/all.ts';
import type { Row } from '../authorization/table.ts';
import { openHouse } from '../open-house.ts';
import {
  breakBody,
  mergeBroken,
  oddBodies,
  oddTexts,
  shapeOf,
  stretchBody,
  together,
} from './break-input.ts';
import type { Broken } from './break-input.ts';
import { createDice } from './dice.ts';

/**
 * The contract against broken input: every call of the authorization table, made by somebody who may make it, with each
 * constraint broken singly. Nothing is a fault, nothing broken is taken, and no answer tells what is inside.
 */
const seed = process.env['FUZZ_SEED'] ?? String(process.pid);
const dice = createDice(seed);

const house = await openHouse();
const cast = await gather(house);
const endpoints = await readContract();
const columns = await columnNames();
const served = new Set(
  house.routes.map(
    ({ method, path }) => `${method} ${path.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}')}`,
  ),
);
/** Signing out and ending one's own sessions would end the fuzzing; both take nothing. */
const calls = rows.filter(({ call }) => endpoints.has(call) && served.has(call) && !call.endsWith('/logout'));
const writes = calls.filter(({ call }) => !/^(GET|DELETE) /.test(call));
const readings = calls.filter(({ call }) => /^(GET|DELETE) /.test(call));

describe.each(writes)(`$call (seed ${seed})`, (row) => {
  test('takes nothing that breaks its contract', async () => {
    const open = await openCall(row);
    const { shape, valid } = open;
    const { rounds, alone } = together(sendable(breakBody(shape, valid)), open.refusesByItself);
    for (const round of rounds) open.names(round, await open.send(JSON.stringify(mergeBroken(valid, round))));
    for (const { what, body } of alone) open.refused(what, await open.send(JSON.stringify(body)));
    const extra = [...memberNames, ...dice.some(columns, 20)].filter((name) => !(name in shape.properties));
    // One that the address has too is refused before the contract is asked.
    const [inPath, beside] = [true, false].map((is) =>
      extra
        .filter((name) => row.call.includes(`{${name}}`) === is)
        .map((field) => ({ what: `the extra field ${field}`, field, body: { [field]: 1 } })),
    );
    for (const each of inPath ?? [])
      open.refused(each.what, await open.send(JSON.stringify(mergeBroken(valid, [each]))));
    open.names(beside ?? [], await open.send(JSON.stringify(mergeBroken(valid, beside ?? []))));
    for (const name of prototypeNames) {
      // Written out, since a literal would not keep `__proto__` as a field of its own.
      const text = JSON.stringify({ ...valid, extra_field: 1 }).replace(
        '"extra_field"',
        JSON.stringify(name),
      );
      open.refused(`the extra field ${name}`, await open.send(text));
    }
    for (const [what, text] of brokenTexts(valid)) open.refused(what, await open.send(text));
    const form = 'application/x-www-form-urlencoded';
    open.refused('a form', await open.send('a=1', { 'content-type': form }), [415]);
    open.refused('a query besides the body', await open.send(JSON.stringify(valid), {}, '?page=1'));
    expect(open.wrong()).toEqual([]);
  });
});

describe.each(writes)(`$call (seed ${seed})`, (row) => {
  test('takes whatever is as long or as high as it may be, and stumbles over no character', async () => {
    const open = await openCall(row);
    for (const { what, field, body } of stretchBody(open.shape, open.valid)) {
      if (beyondContract.has(field)) continue;
      open.takes(what, field, await open.send(JSON.stringify(body)));
    }
    const { rounds, alone } = together(oddBodies(open.shape, open.valid), open.refusesByItself);
    for (const round of rounds)
      open.names(round, await open.send(JSON.stringify(mergeBroken(open.valid, round))));
    for (const { what, body } of alone) open.harmless(what, await open.send(JSON.stringify(body)));
    expect(open.wrong()).toEqual([]);
  });
});

describe.each(readings)(`$call (seed ${seed})`, (row) => {
  test('takes no query that breaks its contract', async () => {
    const open = await openCall(row);
    const broken: Broken[] = [];
    const ask = (name: string, what: string, text: string): void =>
      void broken.push({ what: `${name} ${what}`, field: name, body: { [name]: text } });
    const odd: Broken[] = [];
    const query = (fields: Readonly<Record<string, unknown>>): string =>
      `?${new URLSearchParams(fields as Record<string, string>)}`;
    for (const [name, { type, maxLength, enum: choices }] of Object.entries(open.shape.properties)) {
      if (row.call.includes(`{${name}}`)) continue;
      open.refused(`${name} twice`, await open.send('', {}, `?${name}=1&${name}=2`));
      if (maxLength !== undefined) ask(name, 'too long', 'a'.repeat(maxLength + 1));
      if (type === 'integer') ask(name, 'a word', '1e400');
      if (choices !== undefined) ask(name, 'no choice', 'zzz');
      open.refused(`${name} with a zero byte`, await open.send('', {}, `?${name}=a%00b`));
      if (type !== 'string') continue;
      if (maxLength !== undefined && !row.call.startsWith('DELETE ') && !beyondContract.has(name)) {
        const longest = query({ [name]: 'a'.repeat(maxLength) });
        open.takes(`${name} at its longest`, name, await open.send('', {}, longest));
      }
      for (const text of oddTexts)
        odd.push({ what: `${name} = ${JSON.stringify(text)}`, field: name, body: { [name]: text } });
    }
    for (const { rounds, alone } of [broken, odd].map((all) => together(all, open.refusesByItself))) {
      for (const round of rounds) open.names(round, await open.send('', {}, query(mergeBroken({}, round))));
      for (const each of alone) {
        const reply = await open.send('', {}, query(each.body));
        if (odd.includes(each)) open.harmless(each.what, reply);
        else open.refused(each.what, reply);
      }
    }
    for (const name of ['__proto__', 'constructor', 'tenant_path', 'agent_id[]', 'no_such_filter']) {
      open.refused(`the filter ${name}`, await open.send('', {}, `?${encodeURIComponent(name)}=1`));
    }
    // What is no id names nothing, and is answered as whatever does not exist.
    if (row.call.includes('{id}')) {
      for (const id of ['0x1', '-1', "1' OR '1'='1", '9'.repeat(60), '9'.repeat(19), '%00', '\0', '１２']) {
        open.refused(`the id ${id}`, await open.send('', {}, '', id));
      }
    }
    expect(open.wrong()).toEqual([]);
  });
});

/** What has rules of its own behind its length: passwords, names to sign in with, and what must name something. */
const beyondContract: ReadonlySet<string> = new Set([
  'password',
  'new_password',
  'new_payment_password',
  'username',
  'bank_code',
  'card_no',
  'captcha',
  'region',
  'ip',
  'grantee',
  'target',
  'agent_id',
  'sub_agent_id',
  'scope',
  'cursor',
]);

/** Names that a body must never smuggle in, whatever the columns are called. */
const memberNames = ['role_id', 'balance', 'status', 'permissions', 'kind'];
/** The reader of bodies refuses these before any contract is asked. */
const prototypeNames = ['__proto__', 'constructor', 'prototype'];

/**
 * Without half characters in more than one field of a call: text that could not be kept is looked for in the whole of it,
 * before any field is asked.
 */
function sendable(broken: readonly Broken[]): Broken[] {
  const isHalf = ({ what }: Broken): boolean => / half/.test(what);
  const first = broken.find(isHalf)?.field;
  return broken.filter((each) => !isHalf(each) || each.field === first);
}

function brokenTexts(valid: Readonly<Record<string, unknown>>): [string, string | Buffer][] {
  const text = JSON.stringify(valid);
  const [name = 'a'] = Object.keys(valid);
  const deep = (levels: number): string => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;
  return [
    ['a list in place of an object', '[]'],
    ['a bare text', '"text"'],
    ['half a body', `${text.slice(0, -1)},`],
    ['a field twice', `{"${name}":1,${text.slice(1)}`],
    ['a hundred levels', `{"a":${deep(50)}}`],
    ['a hundred thousand levels', `{"__proto__":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a body beyond the limit', JSON.stringify({ a: 'a'.repeat(1024 * 1024) })],
  ];
}

/** One call, made by the first of the table who passes, about what is his. */
async function openCall(row: Row) {
  const [passing] = [...row.expects].flatMap(([principal, cells]) =>
    [...cells].flatMap(([relation, expected]) => (expected === 'ok' ? [{ principal, relation }] : [])),
  );
  const at = passing ?? { principal: 'admin', relation: 'absent' };
  const sessions = await cast.stay([at.principal]);
  const token = sessions.get(at.principal);
  const id = await cast.find(row.about, at.principal, at.relation);
  const [method = '', path = ''] = row.call.split(' ');
  const endpoint = endpoints.get(row.call);
  if (endpoint === undefined) throw new Error(`${row.call} is not in the contract`);
  const all = shapeOf(endpoint.input);
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const properties = Object.fromEntries(Object.entries(all.properties).filter(([name]) => !inPath.has(name)));
  const required = all.required.filter((name) => !inPath.has(name));
  const person = (name: string): string => String(cast.person(name));
  const valid = row.sends?.({ ...at, id, serial: 1_000_000, person }) ?? {};
  const wrong: string[] = [];
  await cast.forgetTries();
  const contract: Readonly<Record<string, z.ZodType>> = endpoint.input.shape;

  return {
    shape: { properties, required },
    valid,
    /** Whether the contract of its field alone refuses it; text that could not be kept is refused before that. */
    refusesByItself: ({ field, body }: Broken): boolean => {
      const value = body[field];
      const isKept = typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'));
      return isKept && contract[field]?.safeParse(value).success === false;
    },
    async send(
      body: string | Buffer,
      headers: Readonly<Record<string, string>> = {},
      query = '',
      other = id,
    ) {
      const names: Readonly<Record<string, string>> = {
        id: other,
        customer_id: other,
        t: other,
        self: row.about === 'sub' ? cast.ownerOf(at.relation) : other,
        session_id: other,
        ...(other === id && row.names),
      };
      const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(names[name] ?? 'x'),
      );
      return house.app.inject({
        method: method as 'GET',
        url: `/api${address}${query}`,
        headers: {
          'x-forwarded-for': '198.51.100.7',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body.length > 0 && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body.length > 0 && { payload: body }),
      });
    },
    /** Notes what is wrong with the answer to something broken. */
    refused(
      what: string,
      reply: { statusCode: number; body: string },
      statuses: readonly number[] = [200, 413],
    ) {
      const told = `${what}: ${reply.statusCode} ${reply.body.slice(0, 160)}`;
      if (reply.statusCode >= 500 || !statuses.includes(reply.statusCode)) wrong.push(`status, ${told}`);
      const code = codeOf(reply.body);
      if (code === undefined) wrong.push(`no envelope, ${told}`);
      if (code === 0) wrong.push(`taken, ${told}`);
      if (innards.test(reply.body)) wrong.push(`tells too much, ${told}`);
    },
    /** Notes what is wrong with the answer to a call of which all these fields are broken: each of them is named. */
    names(round: readonly Broken[], reply: { statusCode: number; body: string }) {
      const what = round.map((each) => each.what).join(' and ');
      this.refused(what.slice(0, 300), reply);
      const { errors = {} } = JSON.parse(reply.body) as { errors?: Record<string, unknown> };
      const named = new Set(Object.keys(errors).map((name) => name.split('.')[0]));
      for (const each of round)
        if (!named.has(each.field)) wrong.push(`not named, ${each.what}: ${reply.body.slice(0, 160)}`);
    },
    /** Notes when something is no answer at all, or tells what is inside. */
    harmless(what: string, reply: { statusCode: number; body: string }) {
      const told = `${what}: ${reply.statusCode} ${reply.body.slice(0, 160)}`;
      if (reply.statusCode >= 500) wrong.push(`status, ${told}`);
      if (codeOf(reply.body) === undefined) wrong.push(`no envelope, ${told}`);
      if (innards.test(reply.body)) wrong.push(`tells too much, ${told}`);
    },
    /** The same, and when this field was found at fault. */
    takes(what: string, field: string, reply: { statusCode: number; body: string }) {
      this.harmless(what, reply);
      const { errors } = JSON.parse(reply.body) as { errors?: Record<string, unknown> };
      if (errors?.[field] !== undefined) wrong.push(`refused, ${what}: ${reply.body.slice(0, 160)}`);
    },
    wrong: () => wrong,
  };
}

/** A stack, a statement, a folder, the name of the driver. */
const innards = /\bat \S+ \(|node_modules|\/src\/|SELECT .+ FROM|syntax error|violates|relation "|\.ts:\d/i;

function codeOf(body: string): number | undefined {
  try {
    const { code, message } = JSON.parse(body) as { code?: unknown; message?: unknown };
    return typeof code === 'number' && typeof message === 'string' && message !== '' ? code : undefined;
  } catch {
    return undefined;
  }
}

async function columnNames(): Promise<string[]> {
  const { rows: found } = await house.base.admin.query<{ name: string }>(
    "SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1",
  );
  return found.map(({ name }) => name);
}
