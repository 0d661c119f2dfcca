import { tryCallback } from '@suanpan/contract/endpoints/callback-trial';
import { Refusal } from '@suanpan/domain/errors';
import { callbackTimeoutMs } from '@suanpan/domain/limits';
import { translateError } from '@suanpan/messages/translate';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { audit } from '../../audit/index.ts';
import { findOwnEndpoint } from '../callbacks.queries.ts';
import type { DeliveryMeans } from '../delivery/attempt-delivery.ts';
import { judgeAnswer } from '../delivery/judge-answer.ts';
import { signingSecrets } from '../delivery/secrets.ts';
import { sendable, signAttempt } from '../delivery/sign-attempt.ts';
import { newEventId } from '../event-id.ts';
import { trialNews } from './trial-news.ts';

/** Counts the trials of a merchant over all processes. Throws `tooManyRequests`. */
export type TrialGate = (customerId: bigint) => Promise<void>;

/**
 * Lets a merchant hear a callback before there is an order: written, signed, sent and judged as every other, but kept
 * nowhere and tried once. It goes out by the same door, so it reaches no address that an order's callback would not.
 */
export function bindCallbackTrial(app: Http, means: DeliveryMeans, gate: TrialGate): void {
  const { clock, db, outbound, vault } = means;
  bindEndpoints(
    app,
    { tryCallback },
    {
      async tryCallback(context, { form, type, url: named }) {
        const { currency, scope } = context.actor;
        // Keys and callbacks belong to merchants: to everybody else there are none.
        if (scope.kind !== 'customer') throw new Refusal('notFound');
        const { customerId } = scope;
        if (form === 'epay' && type !== 'collection.succeeded') {
          throw new Refusal('invalidFields', { fields: { type: [type] } });
        }
        const own = await findOwnEndpoint(db.app, customerId);
        const url = named ?? own.url;
        if (url === null) {
          const says = translateError(context.locale, 'callbackUrlInvalid', {});
          throw new Refusal('callbackUrlInvalid', { fields: { url: [says] } });
        }
        await gate(customerId);
        await transact(db.app, (tx) =>
          audit(tx, context, {
            act: 'apiFile.simulate',
            objectKind: 'webhookEndpoint',
            objectId: String(customerId),
            after: { type, url, api_version: form },
          }),
        );
        const event = { event_id: newEventId(clock), api_version: form };
        const at = clock.now();
        const news = trialNews({ type, form, customerId, currency, at });
        const body = news.write({ eventId: event.event_id, createdAt: at });
        const secrets = await signingSecrets(db.app, vault, {
          ...own,
          ...event,
          recipient_id: customerId,
        });
        const signed = signAttempt({ ...event, body, url }, secrets, at);
        const outcome = await outbound.send({ ...sendable(signed), timeoutMs: callbackTimeoutMs });
        const isUnfit = outbound.check(url) !== undefined;
        const judgement = judgeAnswer(form, outcome, clock.now(), isUnfit);
        return {
          request: signed,
          answer: {
            acknowledged: judgement.acknowledged,
            result: judgement.result,
            http_status: judgement.httpStatus,
            body: judgement.response,
            // How long it took would tell what the answer does not.
            latency_ms: judgement.result === 'invalid_url' ? 0 : outcome.durationMs,
          },
        };
      },
    },
  );
}
