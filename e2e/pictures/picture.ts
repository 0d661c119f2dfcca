/** One picture of the album. */
export interface Picture {
  readonly file: string;
  readonly screen: string;
  readonly state: string;
  readonly language: string;
  readonly scheme: string;
  readonly width: number;
  /** What axe and the layout have against it. */
  readonly faults: readonly string[];
}
