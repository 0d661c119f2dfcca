import type { Kysely, PostgresCursor, PostgresCursorConstructor, RawBuilder } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.generated.ts';

/** The stream of a connection, though the driver's types do not name it. */
interface Wire {
  readonly stream: NodeJS.EventEmitter;
}
type Hear = (bytes: Buffer) => void;

/** Messages of PostgreSQL: a row, and that the statement is over, whatever came of it. Of each the length follows, itself included. */
const [dataRow, readyForQuery] = [0x44, 0x5a];
const headBytes = 5;

/** Rows that have come and that nobody has taken yet. */
class Flow {
  #rows: Buffer[] = [];
  #error: Error | null = null;
  #isOver = false;
  #wake = (): void => {};

  hear(rows: Buffer): void {
    this.#rows.push(rows);
    this.#wake();
  }

  end(error: Error | null): void {
    this.#isOver = true;
    this.#error = error;
    this.#wake();
  }

  /** All that has come, at least something of it; nothing at the end. Throws what the statement failed with. */
  async take(): Promise<Buffer[]> {
    while (this.#rows.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#error !== null) throw this.#error;
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  async ended(): Promise<void> {
    while (!this.#isOver) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

/**
 * A statement whose rows are taken as PostgreSQL sends them, in its binary form: the driver would make a text of each value, which
 * costs more than all the rest of a large file. Kysely asks for it by the name of a cursor; of what comes it takes all at a time.
 */
class RawRows extends pg.Query implements PostgresCursor<Buffer> {
  readonly #flow: Flow;

  constructor(text: string, values: unknown[]) {
    const flow = new Flow();
    const asked = { text, values, binary: true, queryMode: 'extended' };
    super(asked, (error: Error | null | undefined) => flow.end(error ?? null));
    this.#flow = flow;
    const submit = this.submit.bind(this);
    this.submit = (connection) => {
      tap(connection, (rows) => flow.hear(rows));
      return submit(connection);
    };
  }

  read(): Promise<Buffer[]> {
    return this.#flow.take();
  }

  close(): Promise<void> {
    return this.#flow.ended();
  }
}

/** Of rows of whatever type: they are bytes. */
export const rawCursor = RawRows as unknown as PostgresCursorConstructor;

/** Takes the rows of one statement out of what a connection hears, and leaves all else to the driver. */
function tap({ stream }: Wire, hear: Hear): void {
  const driver = stream.listeners('data') as Hear[];
  const tell = (bytes: Buffer): void => driver.forEach((listener) => listener(bytes));
  let isOver = false;

  /** Hands on every whole message; answers what is left of the last one. */
  function handOn(bytes: Buffer): Buffer {
    let [rows, at] = [0, 0];
    while (!isOver && at + headBytes <= bytes.length) {
      const next = at + messageBytes(bytes, at);
      if (next > bytes.length) break;
      if (bytes[at] !== dataRow) {
        if (at > rows) hear(bytes.subarray(rows, at));
        if (bytes[at] === readyForQuery) leave();
        tell(bytes.subarray(at, next));
        rows = next;
      }
      at = next;
    }
    if (at > rows) hear(bytes.subarray(rows, at));
    return bytes.subarray(at);
  }

  function leave(): void {
    isOver = true;
    stream.off('data', listen);
    for (const listener of driver) stream.on('data', listener);
  }

  let begun: Buffer = Buffer.alloc(0);
  function listen(chunk: Buffer): void {
    let fresh = chunk;
    if (begun.length > 0) {
      // Of what came only as much is copied as ends the message that has begun.
      const head = Buffer.concat([begun, chunk.subarray(0, headBytes)]);
      const missing = head.length < headBytes ? Infinity : messageBytes(head, 0) - begun.length;
      if (missing > chunk.length) {
        begun = Buffer.concat([begun, chunk]);
        return;
      }
      handOn(Buffer.concat([begun, chunk.subarray(0, missing)]));
      fresh = chunk.subarray(missing);
    }
    begun = isOver ? fresh : handOn(fresh);
    if (isOver && begun.length > 0) tell(begun);
  }

  stream.on('data', listen);
  for (const listener of driver) stream.off('data', listener);
}

const messageBytes = (bytes: Buffer, at: number): number => 1 + bytes.readUInt32BE(at + 1);

/**
 * The rows that a query finds, in batches as they come: whole messages, each a byte that says so, its length, how many values it
 * has, and of each value its length (-1 of null) and its bytes.
 */
export async function* rawRows(db: Kysely<Tables>, query: RawBuilder<unknown>): AsyncGenerator<Buffer> {
  for await (const { rows } of db.getExecutor().stream<Buffer>(query.compile(db), 1)) yield* rows;
}
