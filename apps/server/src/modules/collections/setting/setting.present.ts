import type { CollectionSetting } from '@suanpan/contract/endpoints/collection-setting';
import {
  callbackDelaysS,
  collectionExpiresDefaultS,
  sameNameDefaultCount,
  sameNameWindowMinutes,
} from '@suanpan/domain/limits';
import { formatLedger } from '@suanpan/money/amount';
import type { OwnSetting, SettingOwner, SettingWords } from './setting.queries.ts';

/** One who may have set something, the nearest first; the platform has the id 0 and no name. */
export interface SettingLevel {
  readonly id: bigint;
  readonly name: string;
}

/** The levels that speak for an owner: himself, his senior agent, the platform. */
export function levelsOf(owner: SettingOwner | undefined): readonly SettingLevel[] {
  const platform = { id: 0n, name: '' };
  if (owner === undefined) return [platform];
  const { agent_id: agentId, agent_name: agentName, id, name } = owner;
  return [{ id, name }, ...(agentId === null ? [] : [{ id: agentId, name: agentName ?? '' }]), platform];
}

/** Millionths as text: the scale of USDT. */
const inMoney = <Rest extends object>({
  effective,
  own,
  ...rest
}: Rest & { readonly own: bigint | null; readonly effective: bigint }) => ({
  ...rest,
  own: own === null ? null : formatLedger(own, 'USDT'),
  effective: formatLedger(effective, 'USDT'),
});

export function presentSetting(
  owner: SettingOwner | undefined,
  settings: readonly OwnSetting[],
): CollectionSetting {
  const levels = levelsOf(owner);
  const of = ({ id }: SettingLevel): OwnSetting | undefined =>
    settings.find((setting) => setting.owner_id === id);
  const [own] = levels.map(of);
  const field = <Name extends keyof SettingWords, Fallback>(name: Name, fallback: Fallback) => {
    const speaker = levels.find((level) => of(level)?.[name] != null);
    const said = speaker && of(speaker)?.[name];
    return {
      own: own?.[name] ?? null,
      effective: (said ?? fallback) as NonNullable<SettingWords[Name]> | Fallback,
      inherited_from:
        speaker === undefined || speaker === levels[0]
          ? null
          : { id: String(speaker.id), name: speaker.name },
    };
  };
  return {
    user: owner === undefined ? null : { id: String(owner.id), name: owner.name, kind: owner.kind },
    v: own?.version ?? 0,
    expires_in_s: field('expires_in_s', collectionExpiresDefaultS),
    same_name: {
      minutes: field('same_name_minutes', sameNameWindowMinutes),
      count: field('same_name_count', sameNameDefaultCount),
    },
    late_payment: field('late_payment', 'channel' as const),
    callback: {
      delays_s: field('callback_delays_s', [...callbackDelaysS]),
      hold_after_8h: field('hold_after_8h', false),
    },
    ring_new_orders: field('ring_new_orders', false),
    tolerance: inMoney(field('tolerance', 0n)),
  };
}
