import { merchantV1Codes, toMerchantV1Code } from '@suanpan/domain/merchant-errors';
import { merchantV1TimestampWindowS } from '@suanpan/domain/limits';
import type { Locale } from '@suanpan/messages/locale';
import { isFresh } from '@suanpan/signing/freshness';
import { signV1, verifyV1 } from '@suanpan/signing/v1';
import type { RawReply, RawRoute } from '../../../platform/http/bind-raw.ts';
import type { RefusalForm } from '../../../platform/http/unread.ts';
import { isFault, toRefusal } from '../../../platform/http/fault.ts';
import type { Log } from '../../../platform/log.ts';
import { openAdmission } from '../admission/admit.ts';
import { passGate } from '../admission/prove-v2.ts';
import type { Door } from '../admission/prove-v2.ts';
import type { V1Merchant } from '../admission/key-ring.ts';
import { localeOf } from '../call-locale.ts';
import { presentFault } from '../fault.present.ts';
import { MerchantFault } from '../merchant-fault.ts';
import { readForm } from './read-form.ts';

/** A legacy call that was let in. */
export interface V1Call {
  readonly merchant: V1Merchant;
  readonly fields: Readonly<Record<string, string>>;
  readonly ip: string;
  readonly locale: Locale;
  readonly requestId: string;
}

export interface V1Route {
  /** Below /api/v1. */
  readonly path: string;
  /** Answers the fields of `data`, all text. */
  readonly handle: (call: V1Call) => Promise<Readonly<Record<string, string>>>;
}

interface V1Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, string>>;
}

const bodyLimitBytes = 64 * 1024;
const merchantNoPattern = /^[1-9]\d{0,17}$/;

/** A route of the legacy form. It always answers HTTP 200; `sign` is empty for somebody who proved nothing. */
export function routeV1(door: Door, log: Log, route: V1Route): RawRoute {
  return {
    method: 'POST',
    path: `/api/v1${route.path}`,
    bodyLimitBytes,
    refuse: (refusal, { headers }) => reply(faultOf(refusal, localeOf(headers)), undefined),
    async handle(request) {
      const locale = localeOf(request.headers);
      let merchant: V1Merchant | undefined;
      let answer: V1Answer;
      try {
        const fields = readForm(request.rawBody, request.headers['content-type']);
        const { ip, requestId } = request;
        const admitted = await admitV1(door, fields, request, (known) => {
          merchant = known;
        });
        const data = await route.handle({ merchant: admitted, fields, ip, locale, requestId });
        answer = { code: merchantV1Codes.ok, msg: 'ok', data };
      } catch (error) {
        if (!(error instanceof MerchantFault) && isFault(toRefusal(error))) {
          log.error({ err: error, request: request.requestId }, 'a merchant call failed');
        }
        door.denied(request, error, merchant);
        answer = faultOf(error, locale);
      }
      return reply(answer, merchant);
    },
  };
}

/** The order of API v2: merchant, address, timestamp, signature, nonce, rate. Throws a MerchantFault. */
async function admitV1(
  door: Door,
  fields: Readonly<Record<string, string>>,
  request: { readonly ip: string },
  known: (merchant: V1Merchant) => void,
): Promise<V1Merchant> {
  const merchantNo = fields['merchant_no'] ?? '';
  const merchant = merchantNoPattern.test(merchantNo) ? await door.ring.findV1(merchantNo) : undefined;
  if (merchant === undefined) throw new MerchantFault('invalid_key');
  if (!merchant.mayCallFrom(request.ip)) throw new MerchantFault('ip_not_allowed', { caller: merchant });
  const nowS = Math.floor(door.clock.now().getTime() / 1000);
  if (!isFresh(fields['timestamp'] ?? '', nowS, merchantV1TimestampWindowS)) {
    throw new MerchantFault('timestamp_out_of_range');
  }
  if (!verifyV1(fields, merchant.secret)) throw new MerchantFault('invalid_signature', { caller: merchant });
  known(merchant);
  const nonce = fields['nonce'] ?? '';
  await passGate(door, request, merchant, { nonce, field: 'nonce' });
  await openAdmission(door, merchant, nonce).ask();
  if (!merchant.isActive) throw new MerchantFault('merchant_disabled');
  return merchant;
}

function faultOf(error: unknown, locale: Locale): V1Answer {
  const { name, message } = presentFault(error instanceof MerchantFault ? error : toRefusal(error), locale);
  return { code: toMerchantV1Code(name), msg: message, data: {} };
}

/** What could not be read, so that it met no route. */
export const textV1: RefusalForm['write'] = (refusal, { headers }) =>
  textOf(faultOf(refusal, localeOf(headers)), undefined);

function reply(answer: V1Answer, merchant: V1Merchant | undefined): RawReply {
  return { status: 200, body: textOf(answer, merchant), code: answer.code };
}

function textOf({ code, data, msg }: V1Answer, merchant: V1Merchant | undefined): string {
  const signed = { ...data, code: String(code), msg };
  const sign = merchant === undefined ? '' : signV1(signed, merchant.secret);
  return JSON.stringify({ code, msg, data, sign });
}
