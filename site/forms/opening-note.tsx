import { useEffect, useState } from 'react';
import * as moments from 'content:labels/moments';
import { closedWords, hoursWords, type Opening } from '#contract/content/opening.ts';
import { Banner } from '#site/ui/banner.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';

const MINUTE_MS = 60_000;

type OpeningNoteProps = {
  /** The subject of the sentence: "Registration". */
  what: string;
  opening: Opening;
  /** The mail address of the people who answer questions. */
  contact: string;
};

/**
 * A note that a form is not open yet, or is closed, by the clock of this device. The server decides by its own clock.
 * Without JavaScript the note has the opening and closing times.
 */
export function OpeningNote({ what, opening, contact }: OpeningNoteProps) {
  const [words, setWords] = useState<string>();
  useEffect(() => {
    const look = () => setWords(closedWords(moments, what, opening, new Date().toISOString()));
    look();
    const timer = setInterval(look, MINUTE_MS);
    return () => clearInterval(timer);
  }, [what, opening]);

  if (words === undefined) {
    if (!opening.from && !opening.until) return null;
    return (
      <noscript>
        <Banner tone="note" className="mb-8 max-w-[44rem]">
          <p>{hoursWords(moments, what, opening)}</p>
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
