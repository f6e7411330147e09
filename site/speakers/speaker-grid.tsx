import * as labels from 'content:labels/speakers';
import speakersOnFile from 'content:speakers';
import { useEffect } from 'react';
import { SpeakerCard } from './speaker-card.tsx';
import { useSpeakers } from './use-speakers.ts';

type SpeakerGridProps = {
  heading: 'h2' | 'h3';
  /** Shortens the cards on a phone, and omits the biographies without JavaScript. The page then links to /speakers. */
  brief?: boolean;
};

/** The home page shows the first speakers of many, and links to all. */
const MOST_IN_BRIEF = 24;

/** The speakers from the server; without JavaScript, the speakers from the content. */
export function SpeakerGrid({ heading, brief }: SpeakerGridProps) {
  const most = brief ? MOST_IN_BRIEF : undefined;
  const answer = useSpeakers();
  const speakers = answer.state === 'loaded' ? answer.speakers.slice(0, most) : [];
  const isLoaded = answer.state === 'loaded';
  // The browser has looked for the card before it was there.
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isLoaded]);
  return (
    <div className="@container">
      <div className="speakers-state">
        {answer.state === 'loading' && <p className="text-soft">{labels.loading}</p>}
        {answer.state === 'failed' && (
          <p role="alert" className="text-error">
            {labels.failed}
          </p>
        )}
      </div>
      {/* Until the speakers are loaded, the grid is as tall as the window, so that nothing visible shifts. */}
      <div
        className={`speakers ${brief ? 'speakers-brief' : ''} ${answer.state === 'loading' ? 'min-h-[100svh] no-script:hidden print:min-h-0' : ''}`}
      >
        {speakers.map((speaker, index) => (
          <SpeakerCard key={speaker.id ?? speaker.name ?? index} {...{ speaker, heading }} />
        ))}
      </div>
      <noscript>
        <div className={`speakers ${brief ? 'speakers-brief' : ''}`}>
          {import.meta.env.SSR &&
            speakersOnFile
              .slice(0, most)
              .map(({ bio, ...speaker }) => (
                <SpeakerCard
                  key={speaker.id}
                  speaker={brief ? speaker : { ...speaker, bio }}
                  heading={heading}
                />
              ))}
        </div>
      </noscript>
    </div>
  );
}
