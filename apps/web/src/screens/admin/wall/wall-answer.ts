import type { OutputOf } from '@suanpan/contract/endpoint';
import type { wall } from '@suanpan/contract/endpoints/wall';

export type WallAnswer = OutputOf<typeof wall>;
export type WallChannel = WallAnswer['channels'][number];
