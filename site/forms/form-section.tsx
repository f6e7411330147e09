import type { ReactNode } from 'react';

type FormSectionProps = {
  heading: string;
  children: ReactNode;
};

/** A numbered part of a form: a group of fields under a heading. */
export function FormSection({ heading, children }: FormSectionProps) {
  return (
    <fieldset className="min-w-0 border-t border-ink pt-5">
      <legend className="float-start mb-6 w-full">
        <h2 className="flex items-baseline gap-4 font-serif text-name font-medium">
          <span className="section-sign form-number" />
          {heading}
        </h2>
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
