import type { Permission } from '../access/permissions.ts';

/** One allowed change of state. What is not in a table does not happen. */
export interface Transition<State extends string, Event extends string = string> {
  readonly from: State;
  readonly event: Event;
  readonly to: State;
  /** `sys`: a verified word from outside or a job; `op`: a person with the permission named. */
  readonly actor: 'sys' | 'op';
  readonly permission?: Permission;
}

/** The transition for an event in a state, or undefined: then the caller refuses with invalidState. */
export function findTransition<State extends string, Event extends string>(
  table: readonly Transition<State, Event>[],
  from: State,
  event: Event,
): Transition<State, Event> | undefined {
  return table.find((row) => row.from === from && row.event === event);
}

/** The state after an event, or null where the table does not list it. */
export function nextState<State extends string, Event extends string>(
  table: readonly Transition<State, Event>[],
  from: State,
  event: Event,
): State | null {
  return findTransition(table, from, event)?.to ?? null;
}

/** Each (from, to) pair once: what the database's own guard must list. */
export function listedMoves<State extends string>(
  table: readonly Transition<State>[],
): readonly `${State}>${State}`[] {
  return [
    ...new Set(table.filter((row) => row.from !== row.to).map((row) => `${row.from}>${row.to}` as const)),
  ];
}

/** States that no row leaves. */
export function terminalStates<State extends string>(
  states: readonly State[],
  table: readonly Transition<State>[],
): readonly State[] {
  return states.filter((state) => !table.some((row) => row.from === state && row.to !== state));
}
