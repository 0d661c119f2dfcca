import type { OutputOf } from '@suanpan/contract/endpoint';
import type { statistics } from '@suanpan/contract/endpoints/statistics';

export type DashboardAnswer = OutputOf<typeof statistics>;
