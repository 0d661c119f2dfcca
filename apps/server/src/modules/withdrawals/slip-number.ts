/** What stands for the number of a transfer that is known by its slip alone. */
export const slipNumber = (slip: string | null | undefined): string => `slip ${slip ?? ''}`;
