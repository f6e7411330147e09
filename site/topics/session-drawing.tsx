import { MeltArt } from '#site/ui/melt-art.tsx';
import { melt } from '#site/ui/melt.ts';

const columns = 10;
const rows = 12;

/** A few chains that the id alone decides, so that a session keeps its drawing when the list changes. */
export function SessionDrawing({ id }: { id: string }) {
  const seed = [...id].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, 11);
  const [longest, ...others] = melt({ seed, columns, rows, density: () => 0.9 });
  return (
    <MeltArt
      {...{ columns, rows }}
      heavy={longest ? [longest] : []}
      fine={others}
      fit="xMidYMid meet"
      className="h-10 w-16 shrink-0 lg:h-12 lg:w-20 text-ink print:hidden"
    />
  );
}
