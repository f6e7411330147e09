/** A fault of the next API call. */
export type Fault =
  /** The call gets an error and is not carried out. `remembered` stores the error under the idempotency key. */
  | { status: 500 | 409 | 429; remembered?: boolean | undefined }
  /** The connection is closed before the call is carried out. */
  | 'reset-before'
  /** The call is carried out, then the connection is closed without an answer. */
  | 'reset-after'
  /** The call is not carried out and gets no answer until the caller gives up. */
  | 'hang'
  /** The call is carried out, but gets no answer until the caller gives up. */
  | 'hang-after'
  /** The call is carried out, but the answer's JSON is incomplete. */
  | 'malformed'
  /** The call is carried out, but its JSON has text where the provider's package expects objects and lists. */
  | 'unparsable'
  | { delayMs: number };

export type Provider = 'stripe' | 'paypal';

/** The purpose of a call; calls for tokens and signatures have no purpose. */
export type Purpose = 'open' | 'look' | 'capture' | 'refund';

/** The calls to which a fault applies; a fault without an aim applies to the next call. */
export type Aim = {
  provider?: Provider | undefined;
  purpose?: Purpose | undefined;
  /** A part of the path, e.g. `/capture`. */
  path?: string | undefined;
};

export type AimedFault = { fault: Fault; aim: Aim };

type FaultyCall = { provider: Provider; method: string; path: string };

export type Faults = {
  add(fault: Fault, times: number, aim?: Aim): void;
  take(call: FaultyCall): Fault | undefined;
  /** The faults that no call has received yet. */
  waiting(): AimedFault[];
  clear(): void;
};

export function faultQueue(): Faults {
  const queue: AimedFault[] = [];

  return {
    add(fault, times, aim = {}) {
      for (let i = 0; i < times; i += 1) queue.push({ fault, aim });
    },
    take(call) {
      const index = queue.findIndex(({ aim }) => matches(aim, call));
      return index < 0 ? undefined : queue.splice(index, 1)[0]?.fault;
    },
    waiting: () => structuredClone(queue),
    clear() {
      queue.length = 0;
    },
  };
}

function matches({ provider, purpose, path = '' }: Aim, call: FaultyCall): boolean {
  return (
    (provider === undefined || provider === call.provider) &&
    (purpose === undefined || purpose === purposeOf(call)) &&
    call.path.includes(path)
  );
}

function purposeOf({ method, path }: FaultyCall): Purpose | undefined {
  if (method === 'GET')
    return /\/checkout\/(?:sessions|orders)\/[^/]+$/.test(path) ? 'look' : undefined;
  if (/\/checkout\/(?:sessions|orders)$/.test(path)) return 'open';
  if (path.endsWith('/capture')) return 'capture';
  return /\/refunds?$/.test(path) ? 'refund' : undefined;
}

/** The changes that a fault makes to an answer that the caller receives. */
export function orderedAnswer(fault: Fault | undefined): {
  status?: 500 | 409 | 429;
  remembered?: boolean | undefined;
  delayMs?: number;
} {
  return typeof fault === 'object' ? fault : {};
}

export function spoiled(fault: Fault | undefined, json: string): string {
  if (fault === 'malformed') return json.slice(0, json.length / 2);
  if (fault !== 'unparsable') return json;
  return JSON.stringify(JSON.parse(json, flattened));
}

/** JSON.parse calls this function for inner values first, and last for the whole value with an empty key. */
function flattened(key: string, value: unknown): unknown {
  return key !== '' && typeof value === 'object' && value !== null ? 'unparsable' : value;
}

/** The outcome of a payment, whatever the payer types or presses. */
export type Outcome = 'declined' | 'pending';

export type OrderedOutcome = { provider: Provider; outcome: Outcome };

/** The outcomes that a tester has ordered for the next payments. */
export function nextOutcomes() {
  const queue: OrderedOutcome[] = [];
  return {
    add: (provider: Provider, outcome: Outcome) => void queue.push({ provider, outcome }),
    take(provider: Provider): Outcome | undefined {
      const index = queue.findIndex((ordered) => ordered.provider === provider);
      return index < 0 ? undefined : queue.splice(index, 1)[0]?.outcome;
    },
    waiting: (): OrderedOutcome[] => structuredClone(queue),
    clear() {
      queue.length = 0;
    },
  };
}

export type NextOutcomes = ReturnType<typeof nextOutcomes>;
