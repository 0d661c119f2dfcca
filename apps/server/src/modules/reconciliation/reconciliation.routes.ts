import * as contract from '@suanpan/contract/endpoints/reconciliation';
import { statementQuery } from '@suanpan/contract/endpoints/statement-query';
import { Refusal } from '@suanpan/domain/errors';
import { statementMaxBytes } from '@suanpan/domain/limits';
import { countAll } from '../../platform/count-all.ts';
import { transact } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import { bindRaw } from '../../platform/http/bind-raw.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import { parseInput } from '../../platform/http/parse-input.ts';
import { recogniseRaw } from '../../platform/http/recognise-raw.ts';
import { waitingActsOn } from '../approvals/index.ts';
import { audit } from '../audit/index.ts';
import { standingsOf } from '../ledger/index.ts';
import { spendStepUp } from '../identity/index.ts';
import { blockedOnDifferences } from './blocked-actions.ts';
import { differenceFilterOf } from './difference-filter.ts';
import { firstOpenDay, importStatement, previewStatement, reportOf } from './import-statement.ts';
import type { ReconciliationDeps } from './reconciliation-deps.ts';
import {
  presentDay,
  presentDifference,
  presentDifferenceSums,
  presentStanding,
  presentSums,
  resolvableBy,
} from './reconciliation.present.ts';
import {
  findAccount,
  findImport,
  findMapping,
  isProvider,
  listDays,
  listDifferences,
  sumDays,
  sumDifferences,
} from './reconciliation.queries.ts';
import type { DayFilter, ListedDifference, ReconciledAccount } from './reconciliation.queries.ts';
import {
  assign,
  closeDay,
  insertComment,
  lockDay,
  reconcileDay,
  saveMapping,
} from './reconciliation.store.ts';
import { resolveActsOf, resolvedOf, showEffect } from './resolve-acts.ts';

/** How far back balances are shown, and how many points a picture has at the most. */
const [standingDays, standingsMost] = [92, 400];

/** Statements of providers: taken in, held against the books, and what differs brought to its end. */
export function bindReconciliation(app: Http, deps: ReconciliationDeps): void {
  const { approvals, db, identity } = deps;
  const acts = {
    receipt: approvals.register(resolveActsOf.receipt),
    writeOff: approvals.register(resolveActsOf.writeOff),
    dismiss: approvals.register(resolveActsOf.dismiss),
  };

  /** Refuses `notFound` for an absent account and for one of another tree alike. */
  async function accountOf({ actor }: Pick<RequestContext, 'actor'>, id: string): Promise<ReconciledAccount> {
    const account = await findAccount(db.app, actor.scope, BigInt(id));
    if (account === undefined) throw new Refusal('notFound');
    return account;
  }

  async function find({ actor }: RequestContext, id: string): Promise<ListedDifference> {
    const [row] = await listDifferences(db.app, actor.scope, { id: BigInt(id) }, { offset: 0, limit: 1 });
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }

  /** The same, of one that is open in a day that is. */
  async function findOpen(context: RequestContext, id: string): Promise<ListedDifference> {
    const row = await find(context, id);
    if (row.act !== null || row.day_closed) throw new Refusal('invalidState');
    return row;
  }

  const {
    accountStandings,
    assignDifference,
    closeReconciliationDay,
    commentDifference,
    differences,
    matchReconciliationDay,
    reconciliationDays,
    reconciliationImport,
    reconciliationMapping,
    resolveDifference,
    resolveEffect,
    setReconciliationMapping,
  } = contract;
  bindEndpoints(
    app,
    {
      accountStandings,
      assignDifference,
      closeReconciliationDay,
      commentDifference,
      differences,
      matchReconciliationDay,
      reconciliationDays,
      reconciliationImport,
      reconciliationMapping,
      resolveDifference,
      resolveEffect,
      setReconciliationMapping,
    },
    {
      async accountStandings(context, { account: named }) {
        const account = await accountOf(context, named);
        const rows = await standingsOf(db.reports, account.id, standingDays, standingsMost);
        return {
          channel_account: { id: String(account.id), name: account.name },
          currency: account.currency,
          items: rows.map((row) => presentStanding(row, account.currency)),
        };
      },
      async reconciliationDays({ actor }, input) {
        const filter: DayFilter = {
          ...(input.channel_account_id !== undefined && { accountId: BigInt(input.channel_account_id) }),
          ...(input.state !== undefined && { state: input.state }),
          ...(input.from !== undefined && { from: input.from }),
          ...(input.to !== undefined && { to: input.to }),
        };
        const [rows, sums, firstOpen] = await Promise.all([
          listDays(db.app, actor.scope, filter, page(input)),
          sumDays(db.app, actor.scope, filter),
          firstOpenDay(db),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentDay(row, actor, firstOpen)),
          total: countAll(sums),
          summary: { by_currency: presentSums(sums) },
        });
      },
      async closeReconciliationDay(context, input) {
        const account = await accountOf(context, input.account);
        const { actor } = context;
        if (input.day >= (await firstOpenDay(db))) throw new Refusal('dayNotOver');
        const stepUp = await identity.proveStepUp(actor, {
          paymentPassword: input.payment_password,
          oneCode: input.one_code,
        });
        return context.once(async (tx) => {
          await spendStepUp(tx, stepUp);
          const dayId = await lockDay(tx, account.id, input.day);
          if (dayId === undefined) throw new Refusal('notFound');
          const [row] = await listDays(tx, actor.scope, { id: dayId }, { offset: 0, limit: 1 });
          if (row === undefined || row.files === 0) throw new Refusal('notFound');
          if ((await reconcileDay(tx, dayId)) > 0 || !(await closeDay(tx, dayId, actor.userId)))
            throw new Refusal('differencesRemain');
          await audit(tx, context, {
            act: 'admin.reconciliation.close',
            objectKind: 'reconciliation',
            objectId: String(dayId),
            after: { reason: input.reason },
          });
          return { state: 'done' as const };
        });
      },
      async matchReconciliationDay(context, { account: accountId, day }) {
        const { actor } = context;
        const account = await accountOf(context, accountId);
        const [row] = await listDays(
          db.app,
          actor.scope,
          { accountId: account.id, day },
          { offset: 0, limit: 1 },
        );
        if (row === undefined) throw new Refusal('notFound');
        if (row.closed_at !== null) throw new Refusal('dayClosed');
        const open = await transact(db.imports, async (tx) => {
          const left = await reconcileDay(tx, row.id);
          await audit(tx, context, {
            act: 'admin.reconciliation.create',
            objectKind: 'reconciliation',
            objectId: String(row.id),
          });
          return left;
        });
        return { open };
      },
      async reconciliationImport(context, { id }) {
        const kept = await findImport(db.app, context.actor.scope, BigInt(id));
        if (kept === undefined) throw new Refusal('notFound');
        return reportOf(db, context, kept);
      },
      async reconciliationMapping(context, input) {
        const { provider_id: providerId } = await accountOf(context, input.account);
        const kept = await findMapping(db.app, providerId);
        return {
          provider_id: String(providerId),
          titles: kept?.titles ?? {},
          version: kept?.version ?? 0,
          actions: context.actor.scope.kind === 'platform' ? ['set' as const] : [],
        };
      },
      async setReconciliationMapping(context, { provider, titles, version }) {
        // A provider's statements look alike for every tree, so their form is the platform's to say.
        if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        if (!(await isProvider(db.app, BigInt(provider)))) throw new Refusal('notFound');
        return transact(db.app, async (tx) => {
          const before = await findMapping(tx, BigInt(provider));
          const mapping = { providerId: BigInt(provider), titles, version, setBy: context.actor.userId };
          const saved = (before?.version ?? 0) === version ? await saveMapping(tx, mapping) : undefined;
          if (saved === undefined) throw new Refusal('staleEdit');
          await audit(tx, context, {
            act: 'admin.reconciliation.create',
            objectKind: 'provider',
            objectId: provider,
            before: { note: Object.values(before?.titles ?? {}).join(', ') },
            after: { note: Object.values(titles).join(', ') },
          });
          return { version: saved };
        });
      },
      async differences({ actor }, input) {
        const filter = differenceFilterOf(input);
        const [rows, sums] = await Promise.all([
          listDifferences(db.app, actor.scope, filter, page(input)),
          sumDifferences(db.app, actor.scope, filter),
        ]);
        const waiting = await waitingActsOn(db.app, actor, blockedOnDifferences, rows);
        return answerPage(input, {
          items: rows.map((row) => presentDifference(row, actor, waiting)),
          total: countAll(sums),
          summary: { by_currency: presentDifferenceSums(sums) },
        });
      },
      async assignDifference(context, { id, mine }) {
        const row = await findOpen(context, id);
        await transact(db.app, async (tx) => {
          await assign(tx, row.id, mine ? context.actor.userId : null);
          await audit(tx, context, {
            act: 'admin.reconciliation.resolve',
            objectKind: 'reconciliation',
            objectId: id,
          });
        });
        return {};
      },
      async commentDifference(context, { id, text }) {
        const row = await findOpen(context, id);
        return context.once(async (tx) => {
          await insertComment(tx, row.id, context.actor.userId, text);
          await audit(tx, context, {
            act: 'admin.reconciliation.resolve',
            objectKind: 'reconciliation',
            objectId: id,
            after: { note: text },
          });
          return {};
        });
      },
      async resolveEffect(context, { act, id }) {
        const row = await findOpen(context, id);
        if (!resolvableBy(row, context.actor).includes(act)) throw new Refusal('invalidState');
        return showEffect(row, act);
      },
      async resolveDifference(context, { act, effect_hash: seen, id, one_code, payment_password, reason }) {
        const { actor } = context;
        const row = await find(context, id);
        const stepUp = await identity.proveStepUp(actor, {
          paymentPassword: payment_password,
          oneCode: one_code,
        });
        // Under the call's key: what was refused once stays refused, and what was done is answered again.
        if (row.act === null && !resolvableBy(row, actor).includes(act)) throw new Refusal('invalidState');
        if (row.act === null && showEffect(row, act).hash !== seen)
          return context.once(() => Promise.reject(new Refusal('staleEdit')));
        return approvals.submit(context, acts[act], resolvedOf(row), { reason, stepUp });
      },
    },
  );

  bindRaw(app, [
    {
      method: 'POST',
      path: `/api${contract.statementUploadPath}`,
      bodyLimitBytes: statementMaxBytes,
      admit: (request) => recogniseRaw(app, request, 'admin.reconciliation.create'),
      async handle(request) {
        const { actor, ip, locale, requestId, userAgent } = request;
        if (actor === undefined) throw new Error('Somebody unknown was admitted');
        const query = parseInput(
          statementQuery,
          { method: 'GET', params: {}, query: request.query, body: undefined },
          locale,
        );
        const account = await accountOf({ actor }, query.channel_account_id);
        const file = { account, day: query.day, name: query.name, bytes: request.rawBody };
        const caller = { actor, ip, locale, requestId, userAgent };
        const report =
          query.preview === '1'
            ? await previewStatement(deps, caller, file)
            : await importStatement(deps, caller, file);
        const message = app.options.words('ok', locale, {});
        return { status: 200, code: 0, body: JSON.stringify({ code: 0, message, data: report }) };
      },
    },
  ]);
}
