export type PictureMime = 'image/png' | 'image/jpeg' | 'image/webp';

/** A picture that is whole, alone in its bytes, and holds nothing but what is needed to draw it. */
export interface Picture {
  readonly mime: PictureMime;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** What a reader of one format answers; undefined for bytes that are not exactly one whole picture. */
export type PictureReader = (bytes: Buffer) => Picture | undefined;
