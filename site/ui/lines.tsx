import { Fragment } from 'react';

/** Short lines below each other, such as those of an address. */
export function Lines({ of }: { of: readonly string[] }) {
  return of.map((line, at) => (
    <Fragment key={line}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ));
}
