import { describeMerchantApi } from '@suanpan/contract/openapi/merchant';
import type { RawRoute } from '../../platform/http/bind-raw.ts';

/** What API v2 says of itself, for everybody: whoever builds against it has no key yet. Made when first asked for. */
export function documentV2(refuse: NonNullable<RawRoute['refuse']>): RawRoute {
  let document: string | undefined;
  return {
    method: 'GET',
    path: '/api/v2/openapi.json',
    refuse,
    async handle() {
      document ??= JSON.stringify(describeMerchantApi());
      return { status: 200, body: document };
    },
  };
}
