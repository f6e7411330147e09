import type { SyntheticEvent } from 'react';
import type { SpeakerAsRead } from '#contract/speakers.ts';

type SpeakerCardProps = { speaker: SpeakerAsRead; heading: 'h2' | 'h3' };

/**
 * Shows the fields that a speaker has. In a row of cards the same fields are at the same height; where the cards are below each
 * other, the portrait is beside the text.
 */
export function SpeakerCard({ speaker, heading: Heading }: SpeakerCardProps) {
  const { name, imageUrl, title, university, type, bio } = speaker;
  const portrait =
    'row-start-1 mb-5 beside:row-span-5 beside:mb-0 aspect-square w-full max-w-56 rounded-full border border-rule bg-sunk';
  return (
    <article className="row-span-5 mb-14 grid grid-rows-subgrid content-start gap-y-0 beside:mb-10 beside:grid-cols-[0_1fr] beside:has-[[data-portrait]]:grid-cols-[5.5rem_1fr] beside:has-[[data-portrait]]:gap-x-5">
      {imageUrl ? (
        <img
          data-portrait
          src={imageUrl}
          alt={name ?? ''}
          width={240}
          height={240}
          loading="lazy"
          decoding="async"
          onError={emptySource}
          className={`${portrait} object-cover`}
        />
      ) : (
        name && (
          // Drawn by the style sheet: the card has no text but what the speaker sent.
          <span
            data-portrait={initialsOf(name)}
            aria-hidden
            className={`${portrait} grid place-items-center font-serif text-heading text-soft before:content-[attr(data-portrait)]`}
          />
        )
      )}
      {name && (
        <Heading className="row-start-2 font-serif text-name font-medium beside:col-start-2">
          {name}
        </Heading>
      )}
      <div className="row-start-4 border-rule text-small not-empty:mt-3 not-empty:border-t not-empty:pt-3 beside:col-start-2 beside:mt-1! beside:border-t-0! beside:pt-0!">
        {title && <p>{title}</p>}
        {university && <p className="text-soft">{university}</p>}
      </div>
      {type && (
        <p className="row-start-3 mt-2 text-label font-semibold text-accent beside:col-start-2">
          {type}
        </p>
      )}
      {bio && (
        <p className="row-start-5 mt-3 text-small text-soft beside:col-start-2" data-bio="">
          {bio}
        </p>
      )}
    </article>
  );
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''];
  return letters.map((word) => [...(word ?? '')][0] ?? '').join('');
}

/** Sets the source on the element, because React omits an empty one. It is set once, because an empty source is an error too. */
function emptySource({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
  if (image.getAttribute('src') !== '') image.src = '';
}
