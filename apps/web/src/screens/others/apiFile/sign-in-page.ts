import { epayText } from '@suanpan/signing/epay-text';
import { plainMd5 } from '@suanpan/signing/plain-md5';
import { hexOf, plainHmacSha256, plainSha256 } from '@suanpan/signing/plain-sha256';
import { canonicalV1, UnsafeParamV1 } from '@suanpan/signing/v1-text';
import { requestText, responseText } from '@suanpan/signing/v2-text';
import type { RequestV2 } from '@suanpan/signing/v2-text';

/** What came of signing in the page: the text, and with a secret the signature. */
export interface SignedHere {
  readonly text: string;
  /** Of the body, where it is digested. */
  readonly digest: string | null;
  readonly signature: string;
}

/** A parameter that cannot be signed, or a secret that is none. */
export class CannotSign extends Error {
  override readonly name = 'CannotSign';
  /** Null where the secret is at fault. */
  readonly param: string | null;
  constructor(param: string | null) {
    super(param ?? 'secret');
    this.param = param;
  }
}

const utf8 = new TextEncoder();
const bytesOf = (text: string): Uint8Array => utf8.encode(text);
const digestOf = (body: string): string => hexOf(plainSha256(bytesOf(body)));
const hmacHex = (secret: string, text: string): string =>
  hexOf(plainHmacSha256(bytesOf(secret), bytesOf(text)));

export function signRequestHere(
  request: Omit<RequestV2, 'body'> & { body: string },
  secret: string,
): SignedHere {
  const digest = digestOf(request.body);
  const text = requestText(request, digest);
  return { text, digest, signature: hmacHex(secret, text) };
}

/** Whether an answer of the merchant API was signed with the secret. */
export function isAnswerSigned(
  answer: { readonly timestamp: string; readonly status: number; readonly body: string },
  signature: string,
  secret: string,
): boolean {
  return hmacHex(secret, responseText(answer, digestOf(answer.body))) === signature;
}

/** @throws CannotSign where the secret is no `whsec_…` one. */
export function signWebhookHere(
  message: { readonly id: string; readonly timestamp: string; readonly body: string },
  secret: string,
): SignedHere {
  const text = `${message.id}.${message.timestamp}.${message.body}`;
  const mac = plainHmacSha256(keyOf(secret), bytesOf(text));
  return { text, digest: null, signature: `v1,${btoa(String.fromCharCode(...mac))}` };
}

function keyOf(secret: string): Uint8Array {
  try {
    const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (one) => one.charCodeAt(0));
    if (secret.startsWith('whsec_') && bytes.length > 0) return bytes;
  } catch {
    // Not base64.
  }
  throw new CannotSign(null);
}

/** @throws CannotSign for a parameter that the form cannot carry. */
export function signFormHere(
  form: 'v1' | 'epay',
  params: Readonly<Record<string, string>>,
  secret: string,
): SignedHere {
  try {
    const text = form === 'v1' ? `${canonicalV1(params)}&key=` : epayText(params);
    const md5 = plainMd5(bytesOf(`${text}${secret}`));
    return { text, digest: null, signature: form === 'v1' ? md5.toUpperCase() : md5 };
  } catch (error) {
    if (error instanceof UnsafeParamV1) throw new CannotSign(error.param);
    throw error;
  }
}
