/** Whether a path, or the pattern of a route, belongs to the API. */
export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

/** An address without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
