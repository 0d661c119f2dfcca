/**
 * Which endpoint an event goes to, as far as waiting for one another goes: the origin (what a slow or dead server
 * stands behind) and the recipient. An address that is none has a lane of its own recipient.
 */
export function laneOf(url: string, recipientId: bigint): string {
  return `${hostOfUrl(url)} ${recipientId}`;
}

export function hostOfLane(lane: string): string {
  return lane.slice(0, lane.indexOf(' '));
}

function hostOfUrl(url: string): string {
  const origin = URL.parse(url)?.origin;
  return origin === undefined || origin === 'null' ? 'nowhere' : origin;
}
