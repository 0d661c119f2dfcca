/** A channel as the lists that open a replay know it; a weight that they do not know is null. */
export interface ListedChannel {
  readonly channel_id: string;
  readonly channel: string;
  readonly direction: string;
  readonly weight: number | null;
  readonly enabled: boolean;
}
