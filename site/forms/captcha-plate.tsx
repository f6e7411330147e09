import drawing from '#site/drawings/captcha.svg';
import { Drawing } from '#site/ui/drawing.tsx';

/** Draws the code: each character has its own angle, and a polymer chain runs through them. */
export function CaptchaPlate({ code }: { code: string | undefined }) {
  const letters = [...(code ?? '')];
  return (
    <div className="captcha-plate">
      {code && (
        <Drawing
          file={drawing}
          width={495}
          height={169}
          fit="xMidYMid slice"
          className="absolute inset-0 size-full text-edge"
        />
      )}
      <div role="group" aria-label="Captcha code" translate="no" className="captcha-code">
        {letters.map((letter, at) => (
          <span
            key={`${at}${letter}`}
            role="img"
            aria-label={spoken(letter)}
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

/** Screen readers speak the case of a letter only where its name says it. */
export function spoken(letter: string): string {
  if (/\d/.test(letter)) return letter;
  return `${letter === letter.toUpperCase() ? 'capital' : 'small'} ${letter.toUpperCase()}`;
}

function poseOf(letter: number, at: number): string {
  return `rotate(${((letter * 37 + at * 53) % 17) - 8}deg)`;
}
