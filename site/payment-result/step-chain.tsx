import { STEPS } from './payment-view.ts';

const BOND = 40;
const atoms = Array.from({ length: STEPS }, (_, at) => ({
  x: 14 + at * BOND,
  y: at % 2 ? 40 : 17,
}));

/** How far the questions have come: a chain that grows by one monomer with each. */
export function StepChain({ step = 0 }: { step: number | undefined }) {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${14 * 2 + (STEPS - 1) * BOND} 57`}
        className="w-full overflow-visible"
      >
        <polyline
          points={atoms.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="var(--color-rule)"
          strokeWidth="1.5"
        />
        {atoms.map(({ x, y }, at) => (
          <circle
            key={x}
            cx={x}
            cy={y}
            r="8"
            strokeWidth="1.5"
            className={at < step ? 'fill-accent stroke-accent' : 'fill-paper stroke-edge'}
          />
        ))}
      </svg>
      <p className="mt-5 min-h-8 text-lead">{step > 0 && `Step ${step} of ${STEPS}`}</p>
    </>
  );
}
