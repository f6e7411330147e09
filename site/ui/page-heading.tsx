import type { ReactNode } from 'react';
import { Drawing } from './drawing.tsx';

type PageHeadingProps = {
  heading: string;
  intro?: string | undefined;
  /** The address of a drawing of the theme. Every page may have its own drawing. */
  drawing: string | undefined;
  /** A compact heading leaves room on the first screen for a form or a result, which visitors came for. */
  compact?: boolean;
  children?: ReactNode;
};

/** The top of an inner page: its h1, its introduction and its first actions. */
export function PageHeading(props: PageHeadingProps) {
  const { heading, intro, drawing, compact = false, children } = props;
  return (
    <header className={compact ? 'page-top page-top-compact' : 'page-top'}>
      <div className="page page-text">
        <div>
          <h1>{heading}</h1>
          {intro && <p className="page-intro">{intro}</p>}
          {children && <div className="page-actions">{children}</div>}
        </div>
      </div>
      <Drawing
        file={drawing}
        width={766}
        height={663}
        fit="xMaxYMid slice"
        className="page-drawing"
      />
    </header>
  );
}
