import type { ReactNode } from 'react';
import { Drawing } from './drawing.tsx';

type PageHeadingProps = {
  heading: string;
  intro?: string;
  /** Address of a file of site/drawings/: every page has one of its own. */
  drawing: string;
  children?: ReactNode;
};

/** The top of an inner page: its h1, its introduction and its first action. */
export function PageHeading({ heading, intro, drawing, children }: PageHeadingProps) {
  return (
    <header className="relative overflow-hidden border-b border-rule">
      <div className="page relative z-10 pt-44 pb-12 sm:pt-64 lg:pt-24 lg:pb-20 print:pt-0 print:pb-6">
        <div className="lg:w-[54%]">
          <h1 className="max-w-[9em] font-serif text-title">{heading}</h1>
          {intro && <p className="mt-7 max-w-[29em] text-lead text-soft">{intro}</p>}
          {children && <div className="mt-9 flex flex-wrap gap-3">{children}</div>}
        </div>
      </div>
      <Drawing
        file={drawing}
        width={766}
        height={663}
        fit="xMaxYMid slice"
        className="absolute top-0 right-0 h-36 w-full sm:h-56 text-ink lg:h-full lg:w-[47%] print:hidden"
      />
    </header>
  );
}
