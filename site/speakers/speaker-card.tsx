import { base } from 'content:language';
import { invited, keynote, plenary } from 'content:labels/speakers';
import type { SyntheticEvent } from 'react';
import { speakerType } from '#contract/speaker-types.ts';
import type { SpeakerAsRead } from '#contract/speakers.ts';

type SpeakerCardProps = { speaker: SpeakerAsRead; heading: 'h2' | 'h3' };

/**
 * Shows the fields of a speaker. In a row of cards, the same fields are at the same height. In a single column of cards, the
 * portrait is beside the text.
 */
export function SpeakerCard({ speaker, heading: Heading }: SpeakerCardProps) {
  const { name, imageUrl, title, university, type, bio, link } = speaker;
  const portrait = 'speaker-portrait';
  return (
    <article id={entryIdOf(speaker)} className="speaker-card">
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
          // The style sheet draws the initials, so that the card has only texts of the speaker.
          <span
            data-portrait={initialsOf(name)}
            aria-hidden
            className={`${portrait} speaker-initials`}
          />
        )
      )}
      {name && (
        <Heading className="speaker-name" dir={directionOf(name)}>
          {/* A plain link, because the server makes some of these pages. */}
          {link && isOwnAddress(link) ? <a href={base + link}>{name}</a> : name}
        </Heading>
      )}
      <div className="speaker-post">
        {title && <p dir={directionOf(title)}>{title}</p>}
        {university && (
          <p className="text-soft" dir={directionOf(university)}>
            {university}
          </p>
        )}
      </div>
      {type && <p className="speaker-type">{speakerType(type, { keynote, plenary, invited })}</p>}
      {bio && (
        <p className="speaker-bio" data-bio="" dir={directionOf(bio)}>
          {bio}
        </p>
      )}
    </article>
  );
}

/** The name of a card in the addresses of its page. */
function entryIdOf({ id }: Pick<SpeakerAsRead, 'id'>): string | undefined {
  return id === null || id === undefined ? undefined : `speaker-${id}`;
}

/** A list from another server may have the address of another site. */
function isOwnAddress(link: string): boolean {
  return /^\/(?![/\\])/.test(link);
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''];
  return letters.map((word) => [...(word ?? '')][0] ?? '').join('');
}

/** Sets an empty source on the element, because React omits an empty source. The check prevents a loop of error events. */
function emptySource({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
  if (image.getAttribute('src') !== '') image.src = '';
}

/** `auto` for a text with letters that are written from right to left, so that the browser aligns it to its own side. */
function directionOf(text: string): 'auto' | undefined {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? 'auto' : undefined;
}
