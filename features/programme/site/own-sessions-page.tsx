import { Link, useSearchParams } from 'react-router';
import {
  BesideFile,
  FileVersions,
  type ShownVersion,
} from '#organiser/dashboard/page/abstract-file.tsx';
import { ActionButton } from '#organiser/dashboard/page/action-dialog.tsx';
import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import { Facts } from '#organiser/dashboard/page/facts.tsx';
import { FormsContext } from '#organiser/dashboard/page/forms.ts';
import { PageTitle } from '#organiser/dashboard/page/page-title.tsx';
import { Part } from '#organiser/dashboard/page/part.tsx';
import { StateChip } from '#organiser/dashboard/page/state-chip.tsx';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { useAnswer } from '#organiser/dashboard/page/use-answer.ts';
import { may } from '#organiser/dashboard/rights.ts';
import type { OwnAbstract, OwnSessions } from '../own-sessions.ts';

export const ownSessionsPage: PageOfFeature = {
  path: 'own-sessions',
  words: 'My sessions',
  before: 'commands',
  isFor: ({ rights }) => may(rights, 'see', 'Own sessions'),
  Page: OwnSessionsPage,
};

/** The sessions of a track chair, or one abstract of them. */
function OwnSessionsPage() {
  const [params] = useSearchParams();
  const reference = params.get('abstract');
  return reference === null ? <Sessions /> : <Abstract key={reference} reference={reference} />;
}

function Sessions() {
  const { data, trouble } = useAnswer<OwnSessions>('/own-sessions');
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageTitle words="My sessions" />
      {trouble !== undefined && <Trouble words={trouble} />}
      {data?.sessions.length === 0 && (
        <p className="max-w-2xl text-lead text-soft">
          You have no session. A chair of the conference gives sessions to you.
        </p>
      )}
      {data !== undefined && data.ofTheChair > 0 && (
        <p className="max-w-2xl text-soft">
          Abstracts of which you are an author, or that you have sent: {data.ofTheChair}. They are
          not shown here, and another chair decides about them.
        </p>
      )}
      {data?.sessions.map(({ id, name, abstracts }) => (
        <Part key={id} heading={name}>
          {abstracts.length === 0 && <p className="text-soft">No abstracts yet.</p>}
          <ul>
            {abstracts.map((abstract) => (
              <Entry key={abstract.reference} abstract={abstract} />
            ))}
          </ul>
        </Part>
      ))}
    </div>
  );
}

function Entry({ abstract }: { abstract: OwnSessions['sessions'][number]['abstracts'][number] }) {
  const { reference, title, authors, state, figures } = abstract;
  return (
    <li className="flex flex-col gap-1 border-t border-rule py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-5">
        <Link
          to={`/own-sessions?abstract=${encodeURIComponent(reference)}`}
          className="link py-1 font-semibold"
        >
          {title ?? reference}
        </Link>
        <StateChip state={state} />
      </p>
      <p className="text-label text-soft [overflow-wrap:anywhere]">
        {title !== undefined && `${reference} · `}
        {authors}
      </p>
      <dl className="flex flex-wrap gap-x-5">
        {figures.map(({ label, text }) => (
          <div key={label} className="flex gap-2">
            <dt className="text-soft">{label}</dt>
            <dd className="tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function Abstract({ reference }: { reference: string }) {
  const { data, trouble, reload } = useAnswer<NonNullable<OwnAbstract>>(
    `/own-sessions/${encodeURIComponent(reference)}`,
  );
  return (
    <BesideFile
      calls="/own-sessions"
      reference={data?.reference ?? reference}
      versions={data?.versions ?? []}
    >
      {(shown) => (
        <>
          <Link to="/own-sessions" className="link py-2 text-label">
            My sessions
          </Link>
          {trouble !== undefined && <Trouble words={trouble} />}
          {data ? (
            <Story story={data} shown={shown} onDone={reload} />
          ) : (
            <PageTitle words={reference} />
          )}
        </>
      )}
    </BesideFile>
  );
}

type StoryProps = {
  story: NonNullable<OwnAbstract>;
  shown: ShownVersion;
  onDone: () => void;
};

function Story({ story, shown, onDone }: StoryProps) {
  const { reference, title, state, facts, parts, versionFacts, current, form } = story;
  return (
    <>
      <PageTitle words={title ?? reference}>
        {form && (
          <FormsContext value={[form]}>
            <ActionButton
              action={form.action}
              calls="/own-sessions"
              subject={reference}
              preset={{ reference }}
              current={current}
              sendsAll
              variant="secondary"
              onDone={onDone}
            />
          </FormsContext>
        )}
      </PageTitle>
      <p className="-mt-4 flex flex-wrap gap-x-5">
        {title !== undefined && <span className="font-medium">{reference}</span>}
        <StateChip state={state} />
      </p>
      <Facts facts={facts} />
      {parts.map((part) => (
        <Part key={part.heading} heading={part.heading}>
          <Facts facts={part.facts} />
        </Part>
      ))}
      <FileVersions facts={versionFacts} shown={shown} />
    </>
  );
}
