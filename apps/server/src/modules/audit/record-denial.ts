import { refusalActs } from '@suanpan/domain/audit/acts';
import { denialsSinglyPerMinute } from '@suanpan/domain/limits';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Denial } from '../../platform/http/create-http.ts';
import type { Log } from '../../platform/log.ts';
import { recordAudits } from './audit.store.ts';
import type { AuditEntry } from './audit.store.ts';

/** Rows waiting to be written; a flood of denials must not take the connections of honest requests. */
const waitingLimit = 100;
/** Callers and refusals that are told apart within one minute; what comes after them is counted together. */
const talliesLimit = 1_000;

export interface DenialRecorder {
  /** Never throws, and is apart from the call, whose work has ended by then. */
  (denial: Denial): void;
  /** Ends the minute: whatever was only counted in it is written, a row for each caller and refusal. */
  endMinute(): void;
  /** Resolves once all that was denied so far is written. */
  settled(): Promise<void>;
}

/** A denial, or the last of so many that one row tells of. */
interface Due {
  readonly denial: Denial;
  readonly summed?: number | undefined;
}

/** What one caller met of one refusal in this minute. */
interface Tally {
  seen: number;
  summed: number;
  last: Denial;
}

/**
 * Writes denied calls into the log over one connection: what is denied while it writes is its next statement. The first
 * of a caller and a refusal in a minute have a row each, the others one together that tells how many they were; those of
 * merchant calls, which strangers can make in anybody's name, are counted from the first. So the log grows by a few rows a
 * minute for each caller, whatever he does. When rows cannot be written, the log of the process carries them.
 */
export function createDenialRecorder(db: Kysely<Tables>, log: Log): DenialRecorder {
  const tallies = new Map<string, Tally>();
  let due: Due[] = [];
  let writing: Promise<void> | undefined;

  function write(denial: Denial, summed?: number): void {
    due.push({ denial, summed });
    writing ??= writeDue();
  }

  async function writeDue(): Promise<void> {
    while (due.length > 0) {
      const rows = due;
      due = [];
      await keep(rows);
    }
    writing = undefined;
  }

  /** One that cannot be written takes none of the others with it. */
  async function keep(rows: readonly Due[]): Promise<void> {
    try {
      await recordAudits(db, rows.map(entryOf));
    } catch (error) {
      if (rows.length > 1) for (const row of rows) await keep([row]);
      else for (const row of rows) tellOf(row, error);
    }
  }

  function tellOf({ denial, summed }: Due, error: unknown): void {
    log.warn(
      { err: error, user: denial.actor?.userId.toString(), refusal: denial.refusal, calls: summed ?? 1 },
      'denied calls were not recorded',
    );
  }

  function tallyOf(denial: Denial): Tally {
    const known = tallies.get(keyOf(denial));
    if (known !== undefined) return known;
    const counted = tallies.size < talliesLimit ? denial : ofAnybody(denial);
    const tally = tallies.get(keyOf(counted)) ?? { seen: 0, summed: 0, last: counted };
    tallies.set(keyOf(counted), tally);
    return tally;
  }

  function endMinute(): void {
    const ended = [...tallies.values()];
    tallies.clear();
    for (const { last, summed } of ended) if (summed > 0) write(last, summed);
  }

  const record = (denial: Denial): void => {
    const tally = tallyOf(denial);
    tally.seen += 1;
    if (tally.seen <= singly(denial) && due.length < waitingLimit) return write(denial);
    tally.summed += 1;
    tally.last = { ...denial, actor: tally.last.actor, ...merchantOf(tally.last) };
  };
  const settled = (): Promise<void> => {
    endMinute();
    return writing ?? Promise.resolve();
  };
  return Object.assign(record, { endMinute, settled });
}

/** Only a back-office call is made by somebody who is known: anybody can sign wrongly in a merchant's name. */
function singly({ refusal }: Denial): number {
  return (refusalActs as readonly string[]).includes(refusal) ? denialsSinglyPerMinute : 0;
}

function keyOf({ actor, merchant, refusal }: Denial): string {
  return [refusal, actor?.userId, merchant?.customerId, merchant?.keyId].join(' ');
}

const merchantOf = ({ merchant }: Denial): Pick<Denial, 'merchant'> =>
  merchant === undefined ? {} : { merchant };

/** Beyond the limit nobody is told apart any more. */
function ofAnybody(denial: Denial): Denial {
  const nobody = denial.merchant === undefined ? {} : { merchant: { customerId: null, keyId: null } };
  return { ...denial, actor: undefined, ...nobody };
}

function entryOf({ denial, summed }: Due): AuditEntry {
  const { actor, ip, merchant, refusal, requestId, userAgent } = denial;
  return {
    actorId: actor?.userId ?? null,
    effectiveId: actor?.effectiveUserId ?? merchant?.customerId ?? null,
    act: refusal,
    ...objectOf(denial),
    outcome: 'denied',
    ...(summed !== undefined && { after: { attempts: summed } }),
    ip,
    userAgent,
    requestId,
  };
}

/** Of a merchant's calls his key, of others the call. */
function objectOf({ merchant, method, path }: Denial): Pick<AuditEntry, 'objectKind' | 'objectId'> {
  if (typeof merchant?.keyId === 'bigint') return { objectKind: 'apiKey', objectId: String(merchant.keyId) };
  if (typeof merchant?.customerId === 'bigint')
    return { objectKind: 'user', objectId: String(merchant.customerId) };
  return { objectKind: 'call', objectId: `${method} ${path}`.slice(0, 300) };
}
