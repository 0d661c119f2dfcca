/** One message to the merchant about an event. */
export interface Announcement {
  /** Waits this long after the event. */
  afterMs: number;
  /** Signed with a key that is not the merchant's; never repeated. */
  wrongSignature?: true;
}

/** What happens to a charge at a step. */
export type Act =
  | { do: 'pay'; difference?: -1 | 1; amountMicro?: string; simulated?: true; announce: Announcement[] }
  | { do: 'fail'; announce: Announcement[] }
  | { do: 'reverse'; announce: Announcement[] }
  | { do: 'announce_stranger'; announce: Announcement[] };

interface ScenarioStep {
  /** Counted from the payer's decision, or from the expiry of the charge. */
  from: 'decision' | 'expiry';
  afterMs: number;
  act: Act;
}

/** What goes wrong while the merchant's create call is answered. */
export type CreationFault = 'slow' | 'error' | 'garbage' | 'notify_first';

export interface Scenario {
  code: string;
  name: string;
  creation?: CreationFault;
  steps: ScenarioStep[];
}

/** How long a slow create call hangs, at speed 1. */
export const slowCreateMs = 35_000;

const once: Announcement[] = [{ afterMs: 0 }];
const pay = (
  more: Omit<Extract<Act, { do: 'pay' }>, 'do' | 'announce'> = {},
  announce = once,
): ScenarioStep => ({
  from: 'decision',
  afterMs: 0,
  act: { do: 'pay', announce, ...more },
});

/** The courses a charge can take; the code is also the last two integer digits of an amount. */
export const scenarios: readonly Scenario[] = [
  { code: '00', name: 'paid', steps: [pay()] },
  {
    code: '01',
    name: 'declined',
    steps: [{ from: 'decision', afterMs: 0, act: { do: 'fail', announce: once } }],
  },
  { code: '02', name: 'never_paid', steps: [] },
  { code: '03', name: 'paid_late', steps: [{ ...pay(), from: 'expiry', afterMs: 30_000 }] },
  {
    code: '04',
    name: 'notified_often',
    // Two at the same instant come first, so that they race for the same credit; three more follow.
    steps: [
      pay(
        {},
        [0, 0, 1000, 2000, 3000].map((afterMs) => ({ afterMs })),
      ),
    ],
  },
  { code: '05', name: 'underpaid', steps: [pay({ difference: -1 })] },
  { code: '06', name: 'overpaid', steps: [pay({ difference: 1 })] },
  {
    code: '07',
    name: 'wrong_signature_first',
    steps: [pay({}, [{ afterMs: 0, wrongSignature: true }, { afterMs: 2000 }])],
  },
  {
    code: '08',
    name: 'failed_after_success',
    steps: [pay(), { from: 'decision', afterMs: 3000, act: { do: 'fail', announce: once } }],
  },
  {
    code: '09',
    name: 'reversed',
    steps: [pay(), { from: 'decision', afterMs: 5000, act: { do: 'reverse', announce: once } }],
  },
  { code: '10', name: 'slow_create', creation: 'slow', steps: [{ ...pay(), afterMs: slowCreateMs }] },
  { code: '11', name: 'error_on_create', creation: 'error', steps: [] },
  { code: '12', name: 'garbage_on_create', creation: 'garbage', steps: [pay()] },
  { code: '13', name: 'no_notify', steps: [pay({}, [])] },
  { code: '14', name: 'simulated', steps: [pay({ simulated: true })] },
  { code: '15', name: 'notified_before_answer', creation: 'notify_first', steps: [pay()] },
  {
    code: '16',
    name: 'unknown_order',
    steps: [{ from: 'decision', afterMs: 0, act: { do: 'announce_stranger', announce: once } }],
  },
];

/** Finds a scenario by its code or name, with or without the prefix `SIM-`. */
export function findScenario(wanted: string): Scenario | undefined {
  const plain = wanted.trim().toLowerCase().replace(/^sim-/, '');
  return scenarios.find((scenario) => scenario.code === plain || scenario.name === plain);
}
