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
      <PageHeading {...{ heading, intro }} drawing={drawing}>
        <ButtonLink to="/abstract-submission" className="print:hidden">
          {button}
        </ButtonLink>
      </PageHeading>
      <div className="page pt-12 lg:pt-20 print:pt-0">
        <div className="@container">
          <ol className="[counter-reset:session] gap-x-[clamp(2rem,5vw,6rem)] border-t border-ink @[42rem]:columns-2 print:columns-2">
            {list.map(({ id, name }, at) => (
              <li
                key={id}
                className="[counter-increment:session] flex min-h-20 break-inside-avoid items-center gap-4 border-b border-rule py-3 before:w-6 before:shrink-0 before:text-small before:text-accent before:content-[counter(session,decimal-leading-zero)/''] print:min-h-10"
              >
                <Link
                  to={`/abstract-submission?session=${id}`}
                  className="min-w-0 grow py-2 font-serif text-name underline-offset-4 hover:text-accent hover:underline lg:text-lead"
                >
                  {name}
                </Link>
                <ListDrawing
                  at={at}
                  fit="xMidYMid meet"
                  className="h-10 w-10 shrink-0 text-ink @max-[20rem]:hidden lg:h-12 lg:w-20 print:hidden"
                />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </>
  );
}
