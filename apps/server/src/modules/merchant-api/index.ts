/**
 * What merchants call with their keys. Promises: a request counts only when its key, address, time, signature and
 * nonce are right, in that order; one order number makes one order, and its replay answers the same object; a key
 * that was disabled is refused within a second.
 */
export { bindMerchantApi } from './merchant-api.routes.ts';
export type { MerchantApi, MerchantApiDeps } from './merchant-api.routes.ts';
export { apiKeySecretPurpose } from './admission/key-ring.ts';
export { bindKeys } from './keys/keys.routes.ts';
export type { KeyDeps } from './keys/keys.routes.ts';
