import conference from 'content:conference';
import type { ReactNode } from 'react';

/** The size of the drawing in its own units: the land is above the edge of the dark band, and the water is below it. */
const WIDTH = 2400;
const LAND = 430;
const WATER = 130;

/**
 * The end of a page: the drawing of the city above a dark band with the children. In the dark scheme the drawing has a moon
 * and lights. An organiser's drawing may lack some of the parts; a `use` of a missing part draws nothing.
 */
export function Place({ children }: { children?: ReactNode }) {
  const { drawing } = conference;
  if (drawing === undefined) return children && <div className="ground ground-ink">{children}</div>;
  return (
    <div className="place">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${LAND}`}
        preserveAspectRatio="xMidYMax slice"
        className="drawing place-land w-full print:hidden"
      >
        <use href={`${drawing}#day`} className="place-sun dark:hidden" />
        <use href={`${drawing}#night`} className="hidden dark:inline" />
        <use href={`${drawing}#place`} />
        <use href={`${drawing}#lights`} className="hidden dark:inline" />
      </svg>
      <div className="ground-ink">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${WATER}`}
          preserveAspectRatio="xMidYMin slice"
          className="drawing place-water w-full print:hidden"
        >
          <use href={`${drawing}#water`} />
        </svg>
        {children}
      </div>
    </div>
  );
}
