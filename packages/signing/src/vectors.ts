/**
 * Signature examples with their expected results. Plain values without imports, so that the API page in a browser
 * can show exactly what the tests prove. The secrets are examples and open nothing.
 */

const secretV2 = 'sk_test_5e1f0b7c9d3a48f2b6c4d1e0a9f87654';
const timestampV2 = '1795222800';
const nonceV2 = 'b7a1c0de-5f0e-4d0c-9a57-1f3f3a1c2e44';

/** A signed POST of API v2 (166 bytes of body). */
export const vectorV2Post = {
  secret: secretV2,
  request: {
    method: 'POST',
    path: '/api/v2/collections',
    query: '',
    timestamp: timestampV2,
    nonce: nonceV2,
    body: '{"order_no":"T20261121000001","amount":"1500.00","currency":"TWD","method":"bank_transfer","payer":{"name":"王小明"},"notify_url":"https://shop.example/hooks/pay"}',
  },
  bodyBytes: 166,
  bodySha256: '146b3550ebe3b0913bdaffa618a430d3ebc13bbfd61f912148f0ea4e45ed3a63',
  signature: '44f340610998f1615a1a19662e7335d1fe4d7bccc54d7a91dcd82967e6d5dfa8',
} as const;

/** A signed GET of API v2 with a query and no body. */
export const vectorV2Get = {
  secret: secretV2,
  request: {
    method: 'GET',
    path: '/api/v2/balance',
    query: 'currency=TWD',
    timestamp: timestampV2,
    nonce: nonceV2,
    body: '',
  },
  signature: 'a30d34b4c5319e26769c12b8708005907d6ab5c4a429001add8f1ca5fa0daab3',
} as const;

/** A signed answer of API v2. */
export const vectorV2Response = {
  secret: secretV2,
  response: {
    timestamp: '1795222801',
    status: 200,
    body: '{"currency":"TWD","available":"1470.00","frozen":"0.00","unsettled":"0.00","total":"1470.00"}',
  },
  signature: '7e41bdb149050cb65c644cfc90e276171442854fcb84b0c1a1b6f77f48737814',
} as const;

/** A callback of API v2, equal to what the Standard Webhooks library signs (303 bytes of body). */
export const vectorWebhook = {
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  message: {
    id: 'evt_01JD7Q0Z8M6S3KX9T2V4B5N6P7',
    timestamp: '1795223045',
    body: '{"id":"evt_01JD7Q0Z8M6S3KX9T2V4B5N6P7","type":"collection.succeeded","api_version":"2","created_at":"2026-11-21T01:04:05Z","data":{"id":"col_01JD7PZ","order_no":"T20261121000001","status":"succeeded","currency":"TWD","amount":"1500.00","paid_amount":"1500.00","fee":"30.00","credited_amount":"1470.00"}}',
  },
  bodyBytes: 303,
  signature: 'v1,M2wvSa1osX20AwLpP+eXAdtJM5bZ/InZOcgft6H68U8=',
} as const;

const secretV1 = 'sk_v1_4f9d2c7b8a1e4d5f90ab12cd34ef5678';

/** A v1 create request; the empty `return_url` takes no part in the signature. */
export const vectorV1Create = {
  secret: secretV1,
  params: {
    merchant_no: '100001',
    out_trade_no: 'T20261121000001',
    amount: '1500.00',
    currency: 'TWD',
    method: 'BANK_CARD',
    payer_name: '王小明',
    notify_url: 'https://shop.example/notify?a=1&b=2',
    return_url: '',
    timestamp: '1795222800',
    nonce: '9f86d081884c7d65',
  },
  sign: '32D4DA0CC77B1C6B5D5A18D0DAC31E5E',
} as const;

/** A v1 callback form. */
export const vectorV1Notify = {
  secret: secretV1,
  params: {
    merchant_no: '100001',
    out_trade_no: 'T20261121000001',
    trade_no: 'C2611210000000017',
    status: '2',
    currency: 'TWD',
    amount: '1500.00',
    paid_amount: '1500.00',
    fee: '30.00',
    credited_amount: '1470.00',
    paid_at: '1795223043',
    timestamp: '1795223045',
    nonce: 'a1b2c3d4e5f60718',
  },
  sign: 'F20E5A5D62564D3A303A62B3821002C4',
} as const;

/** An epay form as a plugin of a shop sends it; `sign_type` and the empty `param` take no part in the signature. */
export const vectorEpaySubmit = {
  secret: secretV1,
  params: {
    pid: '100001',
    type: 'alipay',
    out_trade_no: '20160806151343349',
    notify_url: 'https://shop.example/notify_url.php',
    return_url: 'https://shop.example/return_url.php',
    name: 'VIP會員',
    money: '1.00',
    param: '',
    sign_type: 'MD5',
  },
  sign: 'cebfb1924096c09de54b6bfb1ae2da5b',
} as const;

/** An epay callback. */
export const vectorEpayNotify = {
  secret: secretV1,
  params: {
    pid: '100001',
    trade_no: 'C2611210000000017',
    out_trade_no: '20160806151343349',
    type: 'alipay',
    name: 'VIP會員',
    money: '1.00',
    trade_status: 'TRADE_SUCCESS',
    sign_type: 'MD5',
  },
  sign: 'd683b2a9b059275f9b1f8dc3347368a7',
} as const;

/** A call of the sandbox bank's dialect. */
export const vectorSimpay = {
  secret: 'sim_secret_100001',
  merchantNo: '100001',
  message: {
    method: 'POST',
    path: '/simpay/v1/charges',
    timestamp: '1795222800',
    body: '{"merchant_order_no":"C2611210000000017","amount":"1500.00","currency":"TWD","kind":"bank_transfer"}',
  },
  signature: 'a977b515ff8ecebb7c44ef1bdb1939b2ac31651e714eb0eb1f8f78fac3b4003d',
} as const;
