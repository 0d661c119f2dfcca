import { collectionKeys, payoutKeys } from '@suanpan/contract/endpoints/upstream-keys';
import type { UpstreamKeyRow, UpstreamKeys } from '@suanpan/contract/endpoints/upstream-keys';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { translate, translateError } from '@suanpan/messages/translate';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import { normalizeNetwork } from '../../../platform/http/client-ip.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import type { ChannelDeskDeps } from '../desk-deps.ts';
import { credentialsPurpose } from '../channel-service.ts';
import { testCall } from '../test-call.ts';
import { keepTestResult } from '../test-result.store.ts';
import { keyActs } from './key-acts.ts';
import { countContracts, findProvider, listContracts } from './keys.queries.ts';
import type { KeptContract } from './keys.queries.ts';
import { maskAll } from './mask.ts';

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
  const acts = keyActs(kind, direction);
  const creation = approvals.register(acts.create);
  const change = approvals.register(acts.update);
  const rotation = approvals.register(acts.rotate);

  const prove = ({ actor }: RequestContext, { one_code, payment_password }: Proof) =>
    identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code });
  const open = (sealed: string): Record<string, string> =>
    JSON.parse(vault.open(sealed, credentialsPurpose)) as Record<string, string>;

  function present(row: KeptContract, { permissions, scope }: Actor): UpstreamKeyRow {
    return {
      id: String(row.id),
      agent: { id: String(row.agent_id), name: row.agent_name },
      provider: { id: String(row.provider_id), name: row.provider_name },
      driver: row.driver,
      name: row.name,
      currency: row.currency,
      base_url: row.base_url,
      late_payment: row.late_payment,
      notify_networks: row.notify_networks,
      masked: maskAll(open(row.credentials_sealed)),
      enabled: row.enabled,
      previous_until: row.previous_until?.toISOString() ?? null,
      tested_at: row.tested_at?.toISOString() ?? null,
      test_outcome: row.test_outcome,
      v: row.version,
      actions: (['update', 'rotate', 'test'] as const).filter(
        (act) => scope.kind === 'platform' && permissions.has(`${route}.${act}`),
      ),
    };
  }

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
      const filter = {
        direction,
        ...(input.agent_id !== undefined && { agentId: BigInt(input.agent_id) }),
        ...(input.search !== undefined && { search: input.search }),
      };
      const [rows, total] = await Promise.all([
        listContracts(db.app, actor.scope, filter, page(input)),
        countContracts(db.app, actor.scope, filter),
      ]);
      return answerPage(input, { items: rows.map((row) => present(row, actor)), total, summary: {} });
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
      const credentials = sealed(context.locale, driver, input.credentials, open(before));
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
  });
}

/** The platform's people alone set them (domain §7). */
function refuseOthers(kind: Actor['scope']['kind']): void {
  if (kind !== 'platform') throw new Refusal('forbidden');
}
