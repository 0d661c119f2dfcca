import { randomBytes } from 'node:crypto';
import type { CreateRequest } from '../../apps/server/src/modules/collections/index.ts';
import { firstMerchantId, merchantCount } from './tenants.ts';

/** 10,000 TWD in minor units: the amount of the worked example. */
export const amount = 100_000_000n;
const hash = randomBytes(32);

/** An order with a channel and its legs, which waits for its payment. */
export interface ReadyOrder {
  readonly orderId: bigint;
  readonly customerId: bigint;
  readonly agentId: bigint;
}

export function merchantOf(index: number, hot: boolean): bigint {
  return BigInt(hot ? firstMerchantId : firstMerchantId + ((index * 7_919) % merchantCount));
}

export function orderRequest(customerId: bigint, merchantOrderNo: string): CreateRequest {
  return {
    customerId,
    merchantOrderNo,
    currency: 'TWD',
    amount,
    method: null,
    realName: null,
    payer: null,
    payerLast5: null,
    productName: 'bench',
    requestIp: '203.0.113.7',
    notifyUrl: 'https://shop.example/hooks/pay',
    returnUrl: null,
    metadata: {},
    locale: null,
    source: 'api',
    apiVersion: 'v2',
    isTest: false,
    requestHash: hash,
    lifetimeS: 86_400,
    actorId: null,
    requestId: 'bench',
  };
}
