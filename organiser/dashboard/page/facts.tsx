import type { ReactNode } from 'react';

/** A list of names and values; what has no value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6">
      {known.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid border-t border-rule py-1.5">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
