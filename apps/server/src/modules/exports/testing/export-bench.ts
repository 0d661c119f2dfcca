import { readdirSync } from 'node:fs';
import { streamXlsxRows } from 'hucre/xlsx';
import { exportedList } from '@suanpan/domain/exports/kinds';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { sql } from 'kysely';
import { gather } from '../../../../test/authorization/cast.ts';
import type { Cast } from '../../../../test/authorization/cast.ts';
import type { Principal } from '../../../../test/authorization/table.ts';
import { openHouse } from '../../../../test/open-house.ts';
import type { House } from '../../../../test/open-house.ts';

export interface ExportAnswer {
  readonly code: number;
  // Whatever the endpoint says; each test knows what it asked for.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

export interface Fetched {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

export interface ExportBench {
  readonly house: House;
  readonly cast: Cast;
  /** Signs everybody in anew; what a test ends another does not miss. */
  enter(): Promise<void>;
  call(
    who: Principal,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<ExportAnswer>;
  fetch(who: Principal | null, path: string): Promise<Fetched>;
  /** Orders an export of the last days and answers its row; throws when it is refused. */
  order(who: Principal, kind: string, more?: object): Promise<{ readonly id: string; readonly file: string }>;
  /** Orders, writes and downloads: the file's bytes. */
  take(who: Principal, kind: string, more?: object): Promise<Buffer>;
  row(id: string): Promise<Record<string, unknown>>;
  /** Names of what lies in the folder. */
  files(): readonly string[];
}

/** Every room on a test database, the cast of the authorization table, and exports written when a test says so. */
export async function openBench(): Promise<ExportBench> {
  const house = await openHouse();
  const cast = await gather(house);
  let sessions = await cast.enter();
  let serial = 0;

  async function inject(
    who: Principal | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) {
    serial += 1;
    return house.app.inject({
      method,
      url: path,
      headers: {
        'x-localization': 'en',
        'idempotency-key': `bench-${serial}`,
        ...(who === null ? {} : { authorization: `Bearer ${sessions.get(who)}` }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
  }

  const bench: ExportBench = {
    house,
    cast,
    async enter() {
      sessions = await cast.enter();
    },
    call: async (who, method, path, body) =>
      (await inject(who, method, `/api${path}`, body)).json<ExportAnswer>(),
    async fetch(who, path) {
      const { statusCode, headers, rawPayload } = await inject(who, 'GET', path);
      return { status: statusCode, headers, bytes: rawPayload };
    },
    async order(who, kind, more = {}) {
      const answer = await bench.call(who, 'POST', '/exports', {
        kind,
        format: 'csv',
        filter: lastDays(kind),
        ...more,
      });
      if (answer.code !== 0) throw new Error(`${who} ${kind}: ${JSON.stringify(answer)}`);
      return answer.data;
    },
    async take(who, kind, more) {
      const { id, file } = await bench.order(who, kind, more);
      await house.exports.write(BigInt(id));
      const { status, bytes } = await bench.fetch(who, `/api/download/${file}`);
      if (status !== 200 || bytes.subarray(0, 8).toString() === '{"code":') throw new Error(bytes.toString());
      return bytes;
    },
    async row(id) {
      const { rows } = await sql<Record<string, unknown>>`
        SELECT * FROM export_job WHERE id = ${BigInt(id)}`.execute(house.base.database.app);
      return rows[0] ?? {};
    },
    files() {
      try {
        return readdirSync(house.exportFolder);
      } catch {
        return [];
      }
    },
  };
  return bench;
}

const dayMs = 86_400_000;

/** A span of five days that ends in an hour, by the names that the list gives it; nothing for a register. */
export function lastDays(kind: string, days = 5): Record<string, string> {
  const end = Date.parse(new Date().toISOString()) + 3_600_000;
  const [from, to] = [new Date(end - days * dayMs).toISOString(), new Date(end).toISOString()];
  const [span] = exportedList(kind as ExportKind).spans ?? [];
  return span === undefined ? {} : { [span[0]]: from, [span[1]]: to };
}

/** The cells of a CSV file by the rules of RFC 4180, its byte order mark checked and taken off. */
export function readCsv(bytes: Buffer): string[][] {
  const text = bytes.toString('utf8');
  if (!text.startsWith('\ufeff')) throw new Error('The file has no byte order mark');
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  cell.lastIndex = 1;
  for (let end = 1; end < text.length; end = cell.lastIndex) {
    const found = cell.exec(text);
    if (found === null) throw new Error(`No cell begins at ${end}: ${text.slice(end, end + 40)}`);
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** The values of an XLSX file by their types. */
export async function readXlsx(bytes: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { values } of streamXlsxRows(bytes)) rows.push([...values]);
  return rows;
}
