import { type ReactNode, useId } from 'react';

type Props = { heading: string; actions?: ReactNode; children: ReactNode };

/** A section of a page with a heading. */
export function Part({ heading, actions, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 border-t border-ink pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="font-serif text-name">
          {heading}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
