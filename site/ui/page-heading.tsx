import type { ReactNode } from 'react';
import { Drawing } from './drawing.tsx';

type PageHeadingProps = {
  heading: string;
  intro?: string | undefined;
  /** Address of a file of site/drawings/: every page has one of its own. */
  drawing: string;
  /** Above a form or a result, which is what visitors come for: it leaves the first screen to it. */
  compact?: boolean;
  children?: ReactNode;
};

/** The top of an inner page: its h1, its introduction and its first action. */
export function PageHeading(props: PageHeadingProps) {
  const { heading, intro, drawing, compact = false, children } = props;
  return (
    <header className="relative overflow-hidden border-b border-rule">
      <div
        className={`page relative z-10 print:pt-0 print:pb-6 ${compact ? 'py-6 lg:py-9' : 'pt-44 pb-12 sm:pt-64 lg:pt-24 lg:pb-20'}`}
      >
        <div className={compact ? 'lg:w-[58%]' : 'lg:w-[54%]'}>
          <h1 className={`font-serif ${compact ? 'text-page' : 'max-w-[9em] text-title'}`}>
            {heading}
          </h1>
          {intro && (
            <p
              className={`text-soft ${compact ? 'mt-3 max-w-[36em]' : 'mt-7 max-w-[29em] text-lead'}`}
            >
              {intro}
            </p>
          )}
          {children && (
            <div className={`flex flex-wrap gap-3 ${compact ? 'mt-5' : 'mt-9'}`}>{children}</div>
          )}
        </div>
      </div>
      <Drawing
        file={drawing}
        width={766}
        height={663}
        fit="xMaxYMid slice"
        className={`absolute top-0 right-0 text-ink lg:h-full print:hidden ${compact ? 'hidden lg:block lg:w-[36%]' : 'h-36 w-full sm:h-56 lg:w-[47%]'}`}
      />
    </header>
  );
}
