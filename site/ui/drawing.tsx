import type { ReactNode } from 'react';

type DrawingProps = {
  /** The address of a drawing of the theme; absent if the theme has none. */
  file: string | undefined;
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

/** A drawing of the theme in the colour of the text around it. */
export function Drawing(props: DrawingProps) {
  const { file, part = 'drawing', width, height, fit, className, children } = props;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fit}
      className={`drawing ${className}`}
    >
      {file && <use href={`${file}#${part}`} />}
      {children}
    </svg>
  );
}
