import { useEffect, useEffectEvent, useState } from 'react';
import { ask, Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { Button } from '#site/ui/button.tsx';
import type { PayLink, WaysAtDesk } from '../desk-answers.ts';

const NO_WAYS: WaysAtDesk = { byPhone: false, cash: false };

/** The ways to pay at this desk; none until they are read, and none without a network. */
export function useWays(): WaysAtDesk {
  const [ways, setWays] = useState(NO_WAYS);
  useEffect(() => {
    const leaving = new AbortController();
    // A desk that does not answer says so at the first scan.
    ask<WaysAtDesk>('/desk/ways', leaving.signal).then(setWays, () => undefined);
    return () => leaving.abort();
  }, []);
  return ways;
}

type Props = {
  person: { key: string; name: string };
  /** Called once it is paid, and the helper goes on. */
  onPaid: () => void;
  onClose: () => void;
};

/** The page asks this often whether it is paid, and for no longer than somebody stands at the desk. */
const ASK_MS = 2500;
const LONGEST_MS = 15 * 60_000;
/** The white margin around a code, in squares. */
const QUIET = 4;

/** The code by which somebody at the desk pays on the own phone; it turns to “paid” by itself. */
export function PayHere({ person, onPaid, onClose }: Props) {
  const [link, setLink] = useState<PayLink>();
  const [trouble, setTrouble] = useState<string>();
  const { key, name } = person;
  const isOpen = link?.isPaid === false;
  const read = useEffectEvent(async () => {
    try {
      setLink(await tell<PayLink>('/desk/pay-link', { person: key }));
    } catch (error) {
      setTrouble(error instanceof Refused ? error.message : 'The desk does not answer.');
    }
  });
  const look = useEffectEvent(async () => {
    // Without an answer the next look asks again.
    const found = await tell<{ isPaid: boolean }>('/desk/paid', { person: key }).catch(
      () => undefined,
    );
    if (found?.isPaid) setLink({ isPaid: true });
  });
  useEffect(() => void read(), []);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void look(), ASK_MS);
    const end = setTimeout(() => clearInterval(timer), LONGEST_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isOpen]);
  return (
    <section
      aria-label={`Pay: ${name}`}
      className="flex flex-col items-center gap-4 border-t-2 border-ink pt-4"
    >
      <h2 className="text-name font-semibold">{name}</h2>
      {trouble !== undefined && <Trouble words={trouble} />}
      <div role="status" className="contents">
        {link?.isPaid === true && (
          <p className="w-full bg-good px-5 py-6 text-center text-page font-semibold text-paper">
            Paid
          </p>
        )}
      </div>
      {link?.isPaid === false && <Code {...link} />}
      <p className="flex flex-wrap gap-3">
        {link?.isPaid === true && <Button onClick={onPaid}>Check in</Button>}
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </p>
    </section>
  );
}

/** Black on white in dark mode, too, because phones read no other code. */
function Code({ address, size, path }: Extract<PayLink, { isPaid: false }>) {
  const side = size + 2 * QUIET;
  return (
    <>
      <svg
        role="img"
        aria-label={`Code of ${address}`}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        shapeRendering="crispEdges"
        className="w-full max-w-sm"
      >
        <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="text-center">
        Scan this with your phone, and pay there. This page says when it is paid.
      </p>
    </>
  );
}
