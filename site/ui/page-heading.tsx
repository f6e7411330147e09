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
    <header className="@container relative overflow-hidden border-b border-rule">
      <div
        className={`page relative z-10 print:pt-0 print:pb-6 ${compact ? 'py-6 @5xl:py-9' : 'pt-44 pb-12 @2xl:pt-64 @5xl:pt-24 @5xl:pb-20'}`}
      >
        <div className={compact ? '@5xl:w-[58%]' : '@5xl:w-[54%]'}>
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
        className={`absolute top-0 right-0 text-ink @5xl:h-full print:hidden ${compact ? 'hidden @5xl:block @5xl:w-[36%]' : 'h-36 w-full @2xl:h-56 @5xl:w-[47%]'}`}
      />
    </header>
  );
}
