import type { ReactNode } from 'react';
import type { Fact } from '#server/reports/story-facts.ts';
import { StateChip } from './state-chip.tsx';

/** A list of facts; `renderMore` may add an element to each. */
export function Facts({
  facts,
  renderMore,
}: {
  facts: readonly Fact[];
  renderMore?: (fact: Fact) => ReactNode;
}) {
  if (facts.length === 0) return <p className="text-soft">None.</p>;
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6">
      {facts.map((fact, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Two lines of a story may be the same.
        <div key={at} className="col-span-2 grid grid-cols-subgrid border-t border-rule py-1.5">
          <dt className="text-soft">{fact.label}</dt>
          <dd className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">
            <Text fact={fact} />
            {renderMore?.(fact)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Text({ fact: { text, link, state, trouble } }: { fact: Fact }) {
  return (
    <>
      {link === undefined ? (
        text
      ) : (
        <a className="link" href={link}>
          {text}
        </a>
      )}
      {state !== undefined && (
        <>
          {' '}
          <StateChip state={state} />
        </>
      )}
      {trouble !== undefined && <span className="block text-error">{trouble}</span>}
    </>
  );
}
