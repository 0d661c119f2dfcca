/** What a list of the house's own acts with others is narrowed by. */
export interface HouseFilter {
  readonly currency?: string;
  /** Any part of the other's name. */
  readonly other?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Only those before this one, newest first. */
  readonly before?: bigint;
}

/** As a list or a file was asked. */
export function houseFilterOf({
  created_from,
  created_to,
  currency,
  other,
}: {
  readonly currency?: string | undefined;
  readonly other?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
}): HouseFilter {
  return {
    ...(currency !== undefined && { currency }),
    ...(other !== undefined && { other }),
    ...(created_from !== undefined && { from: new Date(created_from) }),
    ...(created_to !== undefined && { to: new Date(created_to) }),
  };
}
