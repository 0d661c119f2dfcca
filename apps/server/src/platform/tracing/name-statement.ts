/** The longest beginning of a statement that is looked at. */
const looked = 2_000;

/**
 * What a statement does and to which table or function first: `INSERT outbox`, `SELECT settle_collections`. Of its text only
 * such a name is told, and of its values nothing.
 */
export function nameStatement(text: string): string {
  const bare = text
    .slice(0, looked)
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, ' ')
    .replaceAll('"', '')
    .trim();
  const verb = /^[a-z]+/i.exec(bare)?.[0].toUpperCase() ?? 'SQL';
  const changed = /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)/i.exec(bare);
  const read = /\bfrom\s+([a-z_]+)/i.exec(bare);
  const called = /^select\s+([a-z_]+)\s*\(/i.exec(bare);
  const about = verb === 'SELECT' ? (read ?? called) : (changed ?? read);
  return about?.[1] === undefined ? verb : `${verb} ${about[1].toLowerCase()}`;
}
