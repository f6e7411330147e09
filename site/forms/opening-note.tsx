import * as labels from 'content:labels/forms';
import { useEffect, useState } from 'react';
import { Banner } from '#site/ui/banner.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
import { withElements } from '#site/ui/sentence.ts';
import type { OpeningWords } from './opening-words.ts';

const MINUTE_MS = 60_000;

type OpeningNoteProps = {
  /** Absent if the form is always open. */
  opening: OpeningWords | undefined;
  /** The mail address of the people who answer questions. */
  contact: string;
};

/**
 * A note that a form is not open yet, or is closed, by the clock of this device. The server decides by its own clock.
 * Without JavaScript the note has the opening and closing times.
 */
export function OpeningNote({ opening, contact }: OpeningNoteProps) {
  const [words, setWords] = useState<string>();
  useEffect(() => {
    if (!opening) return;
    const look = () => setWords(noteAt(new Date().toISOString(), opening));
    look();
    const timer = setInterval(look, MINUTE_MS);
    return () => clearInterval(timer);
  }, [opening]);

  if (!opening) return null;
  if (words === undefined) {
    return (
      <noscript>
        <Banner tone="note" className="mb-8 max-w-[44rem]">
          <p>{opening.hours}</p>
        </Banner>
      </noscript>
    );
  }
  return (
    <Banner tone="note" className="opening-note mb-8">
      <p>{words}</p>
      <p>{withElements(labels.pleaseWrite, { contact: <MailLink address={contact} /> })}</p>
    </Banner>
  );
}

/** The sentence at an instant; undefined while the form is open. */
function noteAt(now: string, { from, until, before, over }: OpeningWords): string | undefined {
  if (until !== undefined && now >= until) return over;
  return from !== undefined && now < from ? before : undefined;
}
