import { encode } from 'uqr';

const pixelsAModule = 8;

/** Hands the payer the code as a picture: some apps scan only what lies in the album. */
export async function saveQr(content: string, name: string): Promise<void> {
  const { data, size } = encode(content, { border: 4 });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * pixelsAModule;
  const brush = canvas.getContext('2d');
  if (!brush) return;
  brush.fillStyle = 'white';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = 'black';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) brush.fillRect(x * pixelsAModule, y * pixelsAModule, pixelsAModule, pixelsAModule);
    }
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = `${name}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
