import type { Database } from '../../../platform/db/database.ts';
import type { Approvals } from '../../approvals/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { Channels } from '../channel-service.ts';

export interface MerchantChannelsDeps {
  readonly db: Database;
  readonly channels: Channels;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Pick<Approvals, 'register' | 'submit'>;
}
