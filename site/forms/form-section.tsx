import type { ReactNode } from 'react';
import { useDistance } from '#site/ui/use-distance.ts';

type FormSectionProps = {
  heading: string;
  /** Further down than any window reaches at first, or than any phone does: drawn after all else (site/site.css). */
  far?: 'drawn-near' | 'late-on-phones';
  children: ReactNode;
};

/** A numbered part of a form: a group of fields under a heading. */
export function FormSection({ heading, far, children }: FormSectionProps) {
  const waits = useDistance(far !== undefined);
  return (
    <fieldset className={`section-counted min-w-0 border-t border-ink pt-5 ${waits ? far : ''}`}>
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
