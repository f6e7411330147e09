import type { ReactNode } from 'react';

type DrawingProps = {
  /** The address of a file in site/drawings/. */
  file: string;
  /** The id of the part to show. */
  part?: string;
  /** The size of the drawing in its own units. */
  width: number;
  height: number;
  /** The value of `preserveAspectRatio`. */
  fit: string;
  className: string;
  /** Parts that move in front of the drawing. */
  children?: ReactNode;
};

/** A drawing of site/drawings/ in the colour of the text around it. */
export function Drawing(props: DrawingProps) {
  const { file, part = 'chains', width, height, fit, className, children } = props;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fit}
      className={`drawing ${className}`}
    >
      <use href={`${file}#${part}`} />
      {children}
    </svg>
  );
}
