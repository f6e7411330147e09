/** The reason of a call that did not reach the server. Browsers have words of their own, which are a programmer's. */
export const NO_CONNECTION = 'no connection to the server';

/** Stands below the message of a call that did not reach the server. */
export function OfflineNote({ next }: { next: string }) {
  return (
    <p className="mt-3 text-small text-soft">
      Nothing was charged, and your entries are kept. {next}
    </p>
  );
}
