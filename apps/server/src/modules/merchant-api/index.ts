/**
 * What merchants call with their keys. Promises: a request counts only when its key, address, time, signature and
 * nonce are right, in that order; one order number makes one order, and its replay answers the same object; a key
 * that was disabled is refused within a second.
 */
export { openMerchantApi } from './merchant-api.routes.ts';
export { apiKeySecretPurpose } from './admission/key-ring.ts';
export { openKeys } from './keys/keys.routes.ts';
