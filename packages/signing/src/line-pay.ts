import { createHmac } from 'node:crypto';
import { equalText } from './equal-text.ts';

/** What one call of LINE Pay v3 is signed over: its path and its body, or its query without the question mark. */
interface LinePayCall {
  readonly path: string;
  readonly text: string;
  readonly nonce: string;
}

/** Base64 HMAC-SHA256 of secret, path, text and nonce, under the secret. */
export function signLinePay({ nonce, path, text }: LinePayCall, channelSecret: string): string {
  return createHmac('sha256', channelSecret)
    .update(channelSecret + path + text + nonce)
    .digest('base64');
}

export function linePayHeaders(
  call: LinePayCall,
  { channelId, channelSecret }: { readonly channelId: string; readonly channelSecret: string },
): Record<string, string> {
  return {
    'x-line-channelid': channelId,
    'x-line-authorization-nonce': call.nonce,
    'x-line-authorization': signLinePay(call, channelSecret),
  };
}

/** Whether a call bears the channel's own signature. */
export function verifyLinePay(call: LinePayCall, given: string | undefined, channelSecret: string): boolean {
  return equalText(signLinePay(call, channelSecret), given ?? '');
}

/**
 * Reads an answer. Numbers of transactions have nineteen digits, more than a number of JavaScript keeps, so they are read as
 * text. Undefined for what is no JSON.
 */
export function readLinePay(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/("transactionId"\s*:\s*)(\d{1,25})(?=\s*[,}\]])/g, '$1"$2"'));
  } catch {
    return undefined;
  }
}

/** The channel of our own sandbox. */
export const linePaySandboxChannel = {
  channelId: '1656000000',
  channelSecret: 'a917ab6a2367b536f8e5a6e2977e06f4',
} as const;
