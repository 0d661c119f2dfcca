import { collectionKeys, payoutKeys } from '@suanpan/contract/endpoints/upstream-keys';
import type { UpstreamKeyRow, UpstreamKeys } from '@suanpan/contract/endpoints/upstream-keys';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import { translate, translateError } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import { normalizeNetwork } from '../../../platform/http/client-ip.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import type { WaitingActs } from '../../approvals/index.ts';
import type { ChannelDeskDeps } from '../desk-deps.ts';
import { credentialsPurpose, openCredentials } from '../channel-service.ts';
import { testCall } from '../test-call.ts';
import { keepTestResult } from '../test-result.store.ts';
import { keyActs } from './key-acts.ts';
import { keyFilterOf } from './key-filter.ts';
import { countContracts, findProvider, listContracts } from './keys.queries.ts';
import type { KeptContract } from './keys.queries.ts';
import { onContracts, presentContract } from './keys.present.ts';
import { maskAll } from './mask.ts';
import { clearingOf } from './settlement.store.ts';
import { refuseSharedPlaces } from './shared-places.store.ts';

/** What providers know each senior agent by: the platform sets it with two persons, the senior agent reads the end of it. */
export function bindUpstreamKeys(app: Http, deps: ChannelDeskDeps): void {
  bindKeys(app, deps, collectionKeys, {
    kind: 'collectionKeys',
    direction: 'collection',
    route: 'admin.agentCollectionKey',
  });
  bindKeys(app, deps, payoutKeys, {
    kind: 'payoutKeys',
    direction: 'payout',
    route: 'admin.agentPaymentKey',
  });
}

interface Side {
  readonly kind: 'collectionKeys' | 'payoutKeys';
  readonly direction: 'collection' | 'payout';
  readonly route: 'admin.agentCollectionKey' | 'admin.agentPaymentKey';
}

interface Proof {
  readonly payment_password: string;
  readonly one_code: string;
}

function bindKeys(
  app: Http,
  { approvals, channels, db, identity, outbound, vault }: ChannelDeskDeps,
  endpoints: UpstreamKeys,
  { direction, kind, route }: Side,
): void {
  const acts = keyActs(kind, direction, (tx, used) => refuseSharedPlaces(tx, { channels, vault }, used));
  const creation = approvals.register(acts.create);
  const change = approvals.register(acts.update);
  const rotation = approvals.register(acts.rotate);
  const settlement = approvals.register(acts.settle);

  const prove = ({ actor }: RequestContext, { one_code, payment_password }: Proof) =>
    identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code });
  const present = (row: KeptContract, actor: Actor, waiting: WaitingActs): UpstreamKeyRow =>
    presentContract(row, maskAll(openCredentials(vault, row.credentials_sealed)), actor, route, waiting);

  /** Refuses `forbidden` to everybody but the platform, and `notFound`. */
  async function find({ actor: { scope } }: RequestContext, id: string): Promise<KeptContract> {
    refuseOthers(scope.kind);
    const [row] = isId(id)
      ? await listContracts(db.app, scope, { direction, id: BigInt(id) }, { offset: 0, limit: 1 })
      : [];
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }

  /**
   * The credentials as they are kept, with what stands beside them that no driver asks for: where a sandbox is reached by
   * browsers. Refuses `invalidFields` for one that the driver does not ask for or that is missing.
   */
  function sealed(
    locale: Locale,
    driver: string,
    credentials: Readonly<Record<string, string>>,
    before: Readonly<Record<string, string>> = {},
  ): string {
    const wanted = channels.drivers().find(({ name }) => name === driver)?.fields ?? [];
    const missing = wanted.filter(({ name }) => credentials[name] === undefined);
    const odd = Object.keys(credentials).filter((name) => !wanted.some((field) => field.name === name));
    if (missing.length > 0 || odd.length > 0) {
      const fields: Record<string, string[]> = {};
      for (const { name } of missing)
        fields[`credentials.${name}`] = [translate(locale, 'common.validation.required')];
      for (const name of odd) fields[`credentials.${name}`] = [translate(locale, 'common.validation.choice')];
      throw new Refusal('invalidFields', { fields });
    }
    const beside = Object.entries(before).filter(([name]) => !wanted.some((field) => field.name === name));
    return vault.seal(JSON.stringify({ ...Object.fromEntries(beside), ...credentials }), credentialsPurpose);
  }

  /** Refuses `invalidFields` for an address that may not be called, and for what is no network. */
  function networks(
    locale: Locale,
    {
      base_url: url,
      notify_networks: asked,
    }: { readonly base_url: string; readonly notify_networks: readonly string[] },
  ): string[] {
    const fields: Record<string, string[]> = {};
    if (outbound.check(url) !== undefined)
      fields['base_url'] = [translateError(locale, 'checkDomainOrSafelist')];
    const read = asked.map((entry) => normalizeNetwork(entry));
    if (read.includes(undefined)) fields['notify_networks'] = [translate(locale, 'channelDefs.notANetwork')];
    if (Object.keys(fields).length > 0) throw new Refusal('invalidFields', { fields });
    return read.filter((entry) => entry !== undefined);
  }

  bindEndpoints(app, endpoints, {
    async list({ actor }, input) {
      const filter = keyFilterOf(direction, input);
      const [rows, total] = await Promise.all([
        listContracts(db.app, actor.scope, filter, page(input)),
        countContracts(db.app, actor.scope, filter),
      ]);
      const waiting = await waitingActsOn(db.app, actor, onContracts, rows);
      return answerPage(input, {
        items: rows.map((row) => present(row, actor, waiting)),
        total,
        summary: {},
      });
    },
    async create(context, input) {
      refuseOthers(context.actor.scope.kind);
      const provider = await findProvider(db.app, BigInt(input.provider));
      if (provider === undefined) throw new Refusal('notFound');
      const payload = {
        direction,
        agent_id: input.agent_id,
        provider_id: input.provider,
        currency: input.currency,
        name: input.name,
        base_url: input.base_url,
        late_payment: input.late_payment,
        notify_networks: networks(context.locale, input),
        credentials_sealed: sealed(context.locale, provider.driver, input.credentials),
      };
      const stepUp = await prove(context, input);
      return approvals.submit(context, creation, payload, { reason: input.reason, stepUp });
    },
    async update(context, input) {
      const { id } = await find(context, input.id);
      const terms = {
        name: input.name,
        base_url: input.base_url,
        late_payment: input.late_payment,
        notify_networks: networks(context.locale, input),
        enabled: input.enabled,
      };
      const stepUp = await prove(context, input);
      const payload = { id: String(id), version: input.v, terms };
      return approvals.submit(context, change, payload, { reason: input.reason, stepUp });
    },
    async rotate(context, input) {
      const { credentials_sealed: before, driver, id } = await find(context, input.id);
      const credentials = sealed(context.locale, driver, input.credentials, openCredentials(vault, before));
      const stepUp = await prove(context, input);
      const payload = { id: String(id), version: input.v, credentials_sealed: credentials };
      return approvals.submit(context, rotation, payload, { reason: input.reason, stepUp });
    },
    async test(context, input) {
      const { id } = await find(context, input.id);
      const told = await testCall(channels, id, context.locale);
      await keepTestResult(db.app, id, told.outcome);
      return told;
    },
    async clearing(context, input) {
      const { currency, id } = await find(context, input.id);
      const { held, owed } = await clearingOf(db.app, id);
      return { currency, held: formatLedger(held, currency), owed: formatLedger(owed, currency) };
    },
    async settle(context, input) {
      const { currency, id } = await find(context, input.id);
      const [arrived, kept] = [readPart(input.arrived, currency), readPart(input.kept, currency)];
      if (arrived + kept === 0n) throw new Refusal('invalidAmount');
      const stepUp = await prove(context, input);
      const payload = {
        id: String(id),
        arrived: String(arrived),
        kept: String(kept),
        statement_ref: input.statement_ref,
      };
      return approvals.submit(context, settlement, payload, { reason: input.reason, stepUp });
    },
  });
}

/** One side of a settlement, which may be nothing. Refuses `invalidAmount` more decimals than payments have. */
const readPart = (text: string, currency: Currency): bigint =>
  /^0+(?:\.0*)?$/.test(text) ? 0n : readOrderAmount(text, currency);

/** The platform's people alone set them (domain §7). */
function refuseOthers(kind: Actor['scope']['kind']): void {
  if (kind !== 'platform') throw new Refusal('forbidden');
}
