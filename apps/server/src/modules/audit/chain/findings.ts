import { auditFindings } from '@suanpan/domain/audit/findings';
import type { AuditFinding, AuditFindingName } from '@suanpan/domain/audit/findings';

interface Stretch {
  readonly first: bigint;
  last: bigint;
}

const placesNamed = 20;

/** Gathers what a verification finds; neighbouring ids become one stretch, so that a removed million is one line. */
export class Findings {
  readonly #places = new Map<AuditFindingName, (Stretch | string)[]>();

  add(name: AuditFindingName, first: bigint, last = first): void {
    const places = this.#placesOf(name);
    const before = places.at(-1);
    if (typeof before === 'object' && before.first <= first && last <= before.last) return;
    if (typeof before === 'object' && before.last + 1n === first) before.last = last;
    else if (places.length <= placesNamed) places.push({ first, last });
  }

  addPlace(name: AuditFindingName, place: string): void {
    const places = this.#placesOf(name);
    if (places.length <= placesNamed) places.push(place);
  }

  /** In the order of the names; an ellipsis says that there are more places. */
  list(): AuditFinding[] {
    return auditFindings.flatMap((name) => {
      const places = this.#places.get(name);
      if (places === undefined) return [];
      const shown = places.slice(0, placesNamed).map(textOf);
      if (places.length > placesNamed) shown.push('…');
      return [{ name, where: shown.join(', ') }];
    });
  }

  #placesOf(name: AuditFindingName): (Stretch | string)[] {
    return this.#places.get(name) ?? this.#places.set(name, []).get(name) ?? [];
  }
}

function textOf(place: Stretch | string): string {
  if (typeof place === 'string') return place;
  return place.first === place.last ? String(place.first) : `${place.first}–${place.last}`;
}
