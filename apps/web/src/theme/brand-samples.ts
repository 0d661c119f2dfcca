import { brandScale, colors } from './colors.ts';

/** Where the picker of a brand's colour begins while none is chosen: the product's own ink. */
export const ownInk = '#1d4f91';

/** The colours of one scheme that a brand's own stand on, as `#rrggbb`, so that their contrast can be told. */
export interface BrandSample {
  readonly scheme: 'light' | 'dark';
  readonly ground: string;
  readonly text: string;
  readonly onInk: string;
  readonly bar: string;
  readonly button: string;
  readonly link: string;
}

/** A bar, a button and a link of a brand in both schemes: the steps of its scale that the theme takes. */
export function brandSamples(color: string): readonly BrandSample[] {
  const [, , , linkDark, , , buttonDark, button, , bar] = brandScale(color) ?? colors.ink;
  const scale = { onInk: '#ffffff', bar: bar ?? ownInk };
  return [
    {
      ...scale,
      scheme: 'light',
      ground: '#ffffff',
      text: '#1b2230',
      button: button ?? ownInk,
      link: button ?? ownInk,
    },
    {
      ...scale,
      scheme: 'dark',
      ground: '#161a21',
      text: '#e6e9ef',
      button: buttonDark ?? ownInk,
      link: linkDark ?? ownInk,
    },
  ];
}
