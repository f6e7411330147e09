export type ApiCall = {
  method: string;
  path: string;
  idempotencyKey: string | null;
  /** Null if the call got no answer, also because the connection was closed. */
  status: number | null;
};

export type CallLog = {
  begin(call: Omit<ApiCall, 'status'>): { answered(status: number): void };
  calls(): ApiCall[];
};

const MOST_CALLS = 10_000;

export function callLog(): CallLog {
  const log: ApiCall[] = [];
  return {
    begin({ method, path, idempotencyKey }) {
      const entry: ApiCall = { method, path, idempotencyKey, status: null };
      log.push(entry);
      if (log.length > MOST_CALLS) log.shift();
      return {
        answered(status) {
          entry.status = status;
        },
      };
    },
    calls: () => log.map((entry) => ({ ...entry })),
  };
}
