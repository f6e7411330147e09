import { Link, useParams } from 'react-router';
import type { AbstractStory } from '../read-pages.ts';
import { BesideFile, FileVersions, type ShownVersion } from './abstract-file.tsx';
import { Activities } from './activities.tsx';
import { Facts } from './facts.tsx';
import { loadAgain, useListing } from './listings-store.ts';
import { OfferedActions } from './offered-actions.tsx';
import { PageTitle } from './page-title.tsx';
import { Part } from './part.tsx';
import { StateChip } from './state-chip.tsx';
import { Trouble } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';

/** An abstract beside its file, with its decision and links to the previous and the next abstract. */
export function AbstractPage({ onDone }: { onDone: () => void }) {
  const { key = '' } = useParams();
  const { data, trouble, reload } = useAnswer<AbstractStory>(
    `/abstracts/${encodeURIComponent(key)}`,
  );
  const changed = () => {
    reload();
    onDone();
    void loadAgain('abstracts', 'mails');
  };
  return (
    <BesideFile
      calls="/abstracts"
      reference={data?.abstract.reference ?? key}
      versions={data?.versions ?? []}
    >
      {(shown) => (
        <>
          <Neighbours reference={key} />
          {trouble !== undefined && <Trouble words={trouble} />}
          {data ? <Story story={data} shown={shown} onDone={changed} /> : <PageTitle words={key} />}
        </>
      )}
    </BesideFile>
  );
}

type StoryProps = {
  story: AbstractStory;
  shown: ShownVersion;
  onDone: () => void;
};

function Story({ story, shown, onDone }: StoryProps) {
  const { abstract, state, parts, versionFacts, mails, activities } = story;
  const author = `${abstract.titlePrefix} ${abstract.name}`.trim() || 'Erased';
  return (
    <>
      <PageTitle words={abstract.title ?? author}>
        <OfferedActions
          isOffered={({ forAbstract }) => abstract.email !== '' && forAbstract?.(story)}
          subject={author}
          preset={{ reference: abstract.reference }}
          story={story}
          onDone={() => {
            shown.choose();
            onDone();
          }}
        />
      </PageTitle>
      <p className="-mt-4 flex flex-wrap gap-x-5">
        <span className="font-medium">{abstract.reference}</span>
        <StateChip state={state} />
        {abstract.title !== undefined && <span>{author}</span>}
      </p>
      <Facts facts={story.facts} />
      {parts.map(({ heading, facts }) => (
        <Part key={heading} heading={heading}>
          <Facts facts={facts} />
        </Part>
      ))}
      <FileVersions facts={versionFacts} shown={shown} />
      <Part heading="Mails">
        <Facts facts={mails} />
      </Part>
      <Activities activities={activities} />
    </>
  );
}

/** Links to the neighbours in the order of the table. */
function Neighbours({ reference }: { reference: string }) {
  const { rows } = useListing('abstracts');
  const at = rows.findIndex(({ key }) => key === reference);
  const link = (row: { key: string } | undefined, words: string) =>
    row && (
      <Link to={`/abstracts/${row.key}`} className="link py-2">
        {words}
      </Link>
    );
  return (
    <nav aria-label="Abstracts" className="flex flex-wrap gap-x-6 text-label">
      <Link to="/abstracts" className="link py-2">
        All abstracts
      </Link>
      {at >= 0 && link(rows[at - 1], 'Previous')}
      {at >= 0 && link(rows[at + 1], 'Next')}
    </nav>
  );
}
