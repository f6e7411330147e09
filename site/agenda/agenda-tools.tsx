import { useRef } from 'react';
import type { AgendaTools as Words } from '#contract/content/shapes/pages-shape.ts';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { useHydrated } from '#site/ui/use-hydrated.ts';
import { everything, type Search } from './find-items.ts';
import type { Choices } from './programme.ts';
import { Star } from './star-button.tsx';
import type { StarredItems } from './stars.ts';

type AgendaToolsProps = {
  words: Words;
  choices: Choices;
  search: Search;
  /** Set while the visitor looks at their programme. */
  own: ReadonlySet<string> | undefined;
  stars: StarredItems;
  found: number;
  all: number;
  onSearch: (search: Search) => void;
  onOwn: (keys: ReadonlySet<string> | undefined) => void;
};

/** Search, filters and the visitor's programme. They need scripts, and without scripts they are not there. */
export function AgendaTools(props: AgendaToolsProps) {
  const { words, choices, search, own, stars, onSearch, onOwn } = props;
  const hydrated = useHydrated();
  const tools = useRef<HTMLElement>(null);
  const change = (part: Partial<Search>) => {
    const next = { ...search, ...part };
    const isEmpty = next.text.trim() === '' && next.track === '' && next.topic === '';
    onSearch(isEmpty ? everything : next);
  };
  const showAll = () => {
    onSearch(everything);
    onOwn(undefined);
    // The button that was pressed disappears, and a keyboard goes on at the first tool.
    tools.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  };
  return (
    <search ref={tools} className="agenda-tools">
      <div className="agenda-choices">
        {choices.hasSearch && (
          <TextField
            label={words.search}
            type="search"
            autoComplete="off"
            value={search.text}
            disabled={!hydrated}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        )}
        {choices.tracks.length > 0 && (
          <SelectField
            label={words.track}
            unset={words.allTracks}
            choices={choices.tracks}
            value={search.track}
            disabled={!hydrated}
            onChange={({ currentTarget }) => change({ track: currentTarget.value })}
          />
        )}
        {choices.topics.length > 0 && (
          <SelectField
            label={words.topic}
            unset={words.allTopics}
            choices={choices.topics}
            value={search.topic}
            disabled={!hydrated}
            onChange={({ currentTarget }) => change({ topic: currentTarget.value })}
          />
        )}
        <button
          type="button"
          disabled={!hydrated}
          aria-pressed={own !== undefined}
          onClick={() => onOwn(own ? undefined : stars.keys)}
          className="own-button"
        >
          <Star />
          <span>{words.starred}</span>
          {stars.keys.size > 0 && <span>{stars.keys.size}</span>}
        </button>
      </div>
      <Found {...props} onShowAll={showAll} />
      {own && <OwnProgramme words={words} stars={stars} />}
      {!stars.areKept && (
        <p role="alert" className="mt-4 text-small text-warning">
          {words.notKept}
        </p>
      )}
    </search>
  );
}

function Found({
  words,
  search,
  own,
  stars,
  found,
  all,
  onShowAll,
}: AgendaToolsProps & { onShowAll: () => void }) {
  const isSearched = search !== everything || own !== undefined;
  const count = words.found.replace('{found}', String(found)).replace('{all}', String(all));
  const nothing =
    own && stars.keys.size === 0 && search === everything ? words.noStars : words.nothing;
  return (
    <div className="agenda-found">
      {/* Screen readers announce a change of the text in an element that was there before. */}
      <p role="status">{isSearched ? (found > 0 ? count : nothing) : ''}</p>
      {isSearched && (
        <Button variant="quiet" onClick={onShowAll}>
          {words.showAll}
        </Button>
      )}
    </div>
  );
}

/** A visitor can print the starred items, or have them in a calendar. */
function OwnProgramme({ words, stars }: { words: Words; stars: StarredItems }) {
  if (stars.keys.size === 0) return null;
  const calendar = `/agenda.ics?items=${[...stars.keys].join(',')}`;
  return (
    <div className="agenda-own">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => print()}>
          {words.print}
        </Button>
        {/* Calendar programs open this address, and ask it again for changes. */}
        <a href={`webcal://${location.host}${calendar}`} className="button secondary">
          {words.subscribe}
        </a>
        <ButtonLink to={calendar} reloadDocument download="agenda.ics" variant="quiet">
          {words.download}
        </ButtonLink>
      </div>
      {/* The other note says that the browser keeps no stars. */}
      {stars.areKept && <p className="mt-3 max-w-[40em] text-small text-soft">{words.starsNote}</p>}
    </div>
  );
}
