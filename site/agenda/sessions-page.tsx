import * as labels from 'content:labels/pages';
import pages from 'content:pages';
import sessions from 'content:sessions';
import { Link } from 'react-router';
import drawing from 'theme:drawings/sessions';
import { pageMeta } from '#site/page-meta.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { ListDrawing } from '#site/ui/list-drawing.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/sessions-page.ts';

export const loader = () => ({
  ...pages.sessions,
  sessions: sessions.sessions,
  ...(sessions.sessions.length === 0 && { intro: labels.sessionsToCome }),
});

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function SessionsPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, button, sessions: list } = words;
  if (list.length === 0) return <PageHeading {...{ heading, intro }} drawing={drawing} />;
  return (
    <>
      <PageHeading {...{ heading, intro }} drawing={drawing} compact>
        <ButtonLink to="/abstract-submission" className="print:hidden">
          {button}
        </ButtonLink>
      </PageHeading>
      <div className="page pt-12 print:pt-0">
        <div className="@container">
          <ol className="sessions">
            {list.map(({ id, name }, at) => (
              <li key={id}>
                <ListDrawing at={at} fit="xMidYMid meet" className="text-ink print:hidden" />
                <Link to={`/abstract-submission?session=${id}`}>{name}</Link>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </>
  );
}
