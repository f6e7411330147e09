import type { ReactNode } from 'react';
import { type Distance, useDistance } from '#site/ui/use-distance.ts';

type FormSectionProps = {
  heading: string;
  /** Drawn after all else. */
  far?: Distance | undefined;
  children: ReactNode;
};

/** A numbered part of a form: a group of fields under a heading. */
export function FormSection({ heading, far, children }: FormSectionProps) {
  const distance = useDistance(far);
  return (
    <fieldset className={`section-counted min-w-0 border-t border-ink pt-5 ${distance}`}>
      <legend className="float-left mb-6 w-full">
        <h2 className="flex items-baseline gap-4 font-serif text-name font-medium">
          <span className="section-sign w-10 shrink-0 font-sans text-small font-normal text-accent" />
          {heading}
        </h2>
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
