import { useEffect, useState } from 'react';
import { closedWords, hoursWords } from '#contract/content/opening.ts';
import { Banner } from '#site/ui/banner.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
import type { OpeningNoteProps } from './opening-note.tsx';

const MINUTE_MS = 60_000;

/** Goes by the clock of this device; the server, which decides, goes by its own. */
export function ClosedNote({ what, opening, contact }: OpeningNoteProps) {
  const [words, setWords] = useState<string>();
  useEffect(() => {
    const look = () => setWords(closedWords(what, opening, new Date().toISOString()));
    look();
    const timer = setInterval(look, MINUTE_MS);
    return () => clearInterval(timer);
  }, [what, opening]);

  if (words === undefined) {
    if (!opening.from && !opening.until) return null;
    return (
      <noscript>
        <Banner tone="note" className="mb-8 max-w-[44rem]">
          <p>{hoursWords(what, opening)}</p>
        </Banner>
      </noscript>
    );
  }
  return (
    <Banner tone="note" className="mb-8">
      <p>{words}</p>
      <p>
        Please write to <MailLink address={contact} />.
      </p>
    </Banner>
  );
}
