/** A file's name as it is saved: the opaque part before it means nothing to anybody. */
export function shortName(file: string): string {
  return file.replace(/^[A-Za-z0-9]{32}-/, '');
}
