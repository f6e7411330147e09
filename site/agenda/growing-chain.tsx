const BOND = 26;
const ACROSS = BOND * 0.866;
const DOWN = BOND / 2;
const LENGTH = 18;

/** A growing polymer chain: a bond for each thing that is there, the monomer at its end, and the part to come. */
export function GrowingChain({ grown }: { grown: number }) {
  const length = Math.max(LENGTH, grown + 1);
  const atoms = Array.from({ length: length + 1 }, (_, at) => ({
    x: 6 + at * ACROSS,
    y: at % 2 === 0 ? DOWN + 6 : 6,
  }));
  const end = atoms[grown];
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.ceil(length * ACROSS + 12)} ${DOWN + 12}`}
      className="w-full max-w-[26rem] overflow-visible text-ink"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={lineThrough(atoms.slice(0, grown + 1))} strokeWidth="2" />
      <path
        d={lineThrough(atoms.slice(grown))}
        strokeWidth="1.2"
        strokeDasharray="1 5"
        opacity="0.8"
      />
      {end && <circle cx={end.x} cy={end.y} r="5" stroke="none" className="fill-accent" />}
    </svg>
  );
}

function lineThrough(points: { x: number; y: number }[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y}`).join('');
}
