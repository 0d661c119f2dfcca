/**
 * Each character as its bars and gaps in turn, a wide one written 1; five bars and the four gaps between them. The marker
 * `*` stands before and behind every text.
 */
const shapes: Readonly<Record<string, string>> = {
  '0': '000110100',
  '1': '100100001',
  '2': '001100001',
  '3': '101100000',
  '4': '000110001',
  '5': '100110000',
  '6': '001110000',
  '7': '000100101',
  '8': '100100100',
  '9': '001100100',
  A: '100001001',
  B: '001001001',
  C: '101001000',
  D: '000011001',
  E: '100011000',
  F: '001011000',
  G: '000001101',
  H: '100001100',
  I: '001001100',
  J: '000011100',
  K: '100000011',
  L: '001000011',
  M: '101000010',
  N: '000010011',
  O: '100010010',
  P: '001010010',
  Q: '000000111',
  R: '100000110',
  S: '001000110',
  T: '000010110',
  U: '110000001',
  V: '011000001',
  W: '111000000',
  X: '010010001',
  Y: '110010000',
  Z: '011010000',
  '-': '010000101',
  '.': '110000100',
  ' ': '011000100',
  '*': '010010100',
  $: '010101000',
  '/': '010100010',
  '+': '010001010',
  '%': '000101010',
};

const quiet = 10;
const wide = 3;

/** Code 39, which tills of stores read, as one path of height 1; null for a text that it cannot write. */
export function code39(text: string): { readonly path: string; readonly width: number } | null {
  let path = '';
  let x = quiet;
  for (const character of `*${text}*`) {
    const shape = shapes[character];
    if (shape === undefined || (character === '*' && text.includes('*'))) return null;
    for (const [place, mark] of [...shape].entries()) {
      const width = mark === '1' ? wide : 1;
      if (place % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
      x += width;
    }
    x += 1;
  }
  return { path, width: x - 1 + quiet };
}
