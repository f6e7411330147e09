import { LatticeArt } from '#site/ui/lattice-art.tsx';
import { latticeWalks } from '#site/ui/lattice-walks.ts';

const columns = 22;
const rows = 13;

/** Draws the code: each character has its own angle, and a polymer chain runs through them. */
export function CaptchaPlate({ code }: { code: string | undefined }) {
  const letters = [...(code ?? '')];
  const seed = letters.reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, 7);
  const chains = latticeWalks({ seed, columns, rows, density: () => 0.62 });
  return (
    <div className="relative flex h-20 w-64 max-w-full items-center justify-center overflow-hidden border border-edge bg-sunk">
      {code && (
        <LatticeArt
          {...{ columns, rows }}
          heavy={[]}
          fine={chains}
          fit="xMidYMid slice"
          className="absolute inset-0 size-full text-edge"
        />
      )}
      <div
        role="group"
        aria-label="Captcha code"
        className="relative font-mono text-heading tracking-widest slashed-zero"
      >
        {letters.map((letter, at) => (
          <span
            key={`${at}${letter}`}
            style={{ transform: poseOf(letter.charCodeAt(0), at) }}
            className="inline-block"
          >
            {letter}
          </span>
        ))}
      </div>
    </div>
  );
}

function poseOf(letter: number, at: number): string {
  const angle = ((letter * 37 + at * 53) % 33) - 16;
  const rise = ((letter * 17 + at * 29) % 11) - 5;
  return `translateY(${rise}px) rotate(${angle}deg)`;
}
