import { wall } from '@suanpan/contract/endpoints/wall';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Module } from '../../../platform/module.ts';
import { readWall } from './read-wall.ts';
import type { WallDeps } from './read-wall.ts';

/** What a team watches all day. */
export function openWall(deps: WallDeps): Module {
  return {
    bind: (app) => bindEndpoints(app, { wall }, { wall: ({ actor }) => readWall(deps, actor) }),
  };
}
