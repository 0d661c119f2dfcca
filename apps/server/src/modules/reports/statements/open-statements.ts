import { readFile } from 'node:fs/promises';
import {
  makeStatement,
  merchantDays,
  statementKeysPath,
  statements,
  statementVerifierPath,
} from '@suanpan/contract/endpoints/statements';
import type { StatementHead, StatementRow } from '@suanpan/contract/endpoints/statements';
import { Refusal } from '@suanpan/domain/errors';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { translate } from '@suanpan/messages/translate';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import { bindRaw } from '../../../platform/http/bind-raw.ts';
import type { RawReply, RawRequest } from '../../../platform/http/bind-raw.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { recogniseRaw } from '../../../platform/http/recognise-raw.ts';
import type { Module } from '../../../platform/module.ts';
import { audit } from '../../audit/index.ts';
import { findMerchant } from '../../orders/index.ts';
import { computeStatement, TooManyMovements } from './compute-statement.ts';
import type { Computed } from './compute-statement.ts';
import { presentDay, readMerchantDays, summaryOf } from './merchant-days.ts';
import { daysOf } from './period.ts';
import { csvOf, htmlOf, jsonOf, statementForms } from './statement-file.ts';
import type { StatementForm } from './statement-file.ts';
import { publicKeys, signerNow } from './statement-keys.store.ts';
import { keepStatement, listStatements } from './statements.store.ts';
import type { KeptStatement } from './statements.store.ts';

export interface StatementDeps {
  readonly db: Database;
  readonly vault: Vault;
}

/** What was under way at midnight is posted on the day before it, and must be there before that is signed for good. */
const statementAfterMinutes = 5;
const minutesBefore = (at: Date, minutes: number): Date => new Date(at.getTime() - minutes * 60_000);

/** What anybody checks a statement with, as it is published. */
const verifier = new URL('../../../../../../docs/verify-statement.mjs', import.meta.url);

const contentTypes: Readonly<Record<StatementForm, string>> = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/vnd.suanpan.statement+json',
};

/** Statements that prove themselves: made once, signed, and found again from the postings whenever they are fetched. */
export function openStatements(deps: StatementDeps): Module {
  return { bind: (app) => bindStatements(app, deps) };
}

function bindStatements(app: Http, deps: StatementDeps): void {
  const { db } = deps;
  bindEndpoints(
    app,
    { statements, makeStatement, merchantDays },
    {
      async statements({ actor }, input) {
        const { rows, total } = await listStatements(
          db.app,
          actor.scope,
          {
            ...(input.customer_id !== undefined && { customerId: BigInt(input.customer_id) }),
            ...(input.period !== undefined && { period: input.period }),
            ...(input.currency !== undefined && { currency: input.currency }),
          },
          page(input),
        );
        return answerPage(input, { items: rows.map(present), total, summary: {} });
      },
      makeStatement: (context, input) => make(deps, context, input),
      async merchantDays({ actor, locale }, input) {
        const read = await readMerchantDays(db, actor, locale, input);
        const { limit, offset } = page(input);
        return answerPage(input, {
          items: read.days.slice(offset, offset + limit).map((day) => presentDay(day, read.currency, actor)),
          total: read.days.length,
          summary: summaryOf(read),
        });
      },
    },
  );
  bindRaw(app, [
    { method: 'GET', path: '/api/statements/{name}', handle: (request) => fetchFile(app, deps, request) },
    {
      method: 'GET',
      path: statementKeysPath,
      handle: async () => ({
        status: 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'public, max-age=300',
        },
        body: `${JSON.stringify({ keys: await publicKeys(db.app) })}\n`,
      }),
    },
    {
      method: 'GET',
      path: statementVerifierPath,
      handle: async () => ({
        status: 200,
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'content-disposition': 'attachment; filename="verify-statement.mjs"',
          'cache-control': 'public, max-age=300',
        },
        body: await readFile(verifier, 'utf8'),
      }),
    },
  ]);
}

async function make(
  { db, vault }: StatementDeps,
  context: RequestContext,
  {
    currency,
    customer_id: wanted,
    period,
  }: { currency: Currency; customer_id?: string | undefined; period: string },
): Promise<StatementRow> {
  const { actor, locale } = context;
  const { scope } = actor;
  const refuse = (field: 'customer_id' | 'period', key: 'noMerchant' | 'notOver' | 'tooMany'): Refusal =>
    new Refusal('invalidFields', { fields: { [field]: [translate(locale, `statements.refused.${key}`)] } });
  const customerId = wanted ?? (scope.kind === 'customer' ? String(scope.customerId) : undefined);
  if (customerId === undefined) throw refuse('customer_id', 'noMerchant');
  // What a merchant holds is his own, his senior agent's and the platform's to know.
  if (scope.kind !== 'platform' && scope.kind !== 'agent' && scope.kind !== 'customer')
    throw new Refusal('notFound');
  const merchant = await findMerchant(db.app, scope, BigInt(customerId));
  if (merchant === undefined) throw new Refusal('notFound');
  const days = daysOf(period);
  const over = regionDayText(regionDayOf(minutesBefore(await businessNow(db.app), statementAfterMinutes)));
  if (days === null || days.to >= over) throw refuse('period', 'notOver');
  const find = async (): Promise<StatementRow | undefined> => {
    const { rows } = await listStatements(
      db.app,
      scope,
      { customerId: merchant.id, period, currency },
      { offset: 0, limit: 1 },
    );
    return rows[0] && present(rows[0]);
  };
  const known = await find();
  if (known !== undefined) return known;
  const computed = await compute(db, merchant.id, currency, period, days).catch((error: unknown) => {
    throw error instanceof TooManyMovements ? refuse('period', 'tooMany') : error;
  });
  await transact(db.app, async (tx) => {
    const signer = await signerNow(tx, vault);
    const { form, ...rest } = computed.head;
    const said: StatementHead = {
      form,
      customer: { id: String(merchant.id), name: merchant.name },
      ...rest,
      made_at: signer.madeAt.toISOString(),
      key_id: signer.keyId,
    };
    const head = JSON.stringify(said);
    const id = await keepStatement(tx, {
      customerId: merchant.id,
      agentId: merchant.agent_id,
      period,
      currency,
      head,
      keyId: signer.keyId,
      signature: signer.sign(head),
      madeBy: actor.userId,
    });
    if (id === null) return;
    await audit(tx, context, {
      act: 'statement.make',
      objectKind: 'statement',
      objectId: String(id),
      after: {
        customer_id: String(merchant.id),
        currency,
        period,
        fingerprint: computed.head.movements.sha256,
      },
    });
  });
  const made = await find();
  if (made === undefined) throw new Error('The statement was not kept');
  return made;
}

/** All of one snapshot, so that the figures are those of the movements. */
const compute = (
  db: Database,
  customerId: bigint,
  currency: Currency,
  period: string,
  days: { readonly from: string; readonly to: string },
): Promise<Computed> =>
  db.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => computeStatement(tx, customerId, currency, period, days));

async function fetchFile(app: Http, { db }: StatementDeps, request: RawRequest): Promise<RawReply> {
  const actor = await recogniseRaw(app, request, 'accounting.report.export');
  const [, id = '', form = ''] = /^(\d{1,18})\.(html|csv|json)$/.exec(request.params['name'] ?? '') ?? [];
  const chosen = statementForms.find((one) => one === form);
  if (chosen === undefined) throw new Refusal('notFound');
  const { rows } = await listStatements(db.app, actor.scope, { id: BigInt(id) }, { offset: 0, limit: 1 });
  const [kept] = rows;
  const days = kept && daysOf(kept.period);
  if (kept === undefined || !days) throw new Refusal('notFound');
  const statement = present(kept);
  const { head, lines } = await compute(db, kept.customer_id, kept.currency as Currency, kept.period, days);
  // Postings do not change: what was signed once is what they say always.
  if (head.movements.sha256 !== statement.movements.sha256)
    throw new Error(`Statement ${id} is not what was signed`);
  const parts = { statement, head: kept.head, lines, locale: request.locale };
  const body = { html: htmlOf, csv: csvOf, json: jsonOf }[chosen](parts);
  return {
    status: 200,
    code: 0,
    headers: {
      'content-type': contentTypes[chosen],
      'content-disposition': `attachment; filename="statement-${kept.customer_id}-${kept.period}-${kept.currency}.${chosen}"`,
    },
    body,
  };
}

/** Written by `make` alone, so its shape is known. */
const present = ({ head, id, signature }: KeptStatement): StatementRow => ({
  id: String(id),
  ...(JSON.parse(head) as StatementHead),
  signature,
});
