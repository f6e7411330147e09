import pages from 'content:pages';
import sessions from 'content:sessions';
import { pageMeta } from '#site/page-meta.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/sessions-page.ts';
import { SessionDrawing } from './session-drawing.tsx';

export const loader = () => ({ ...pages.sessions, sessions: sessions.sessions });

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function SessionsPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, button, sessions: list } = words;
  return (
    <>
      <PageHeading {...{ heading, intro }} seed={508}>
        <ButtonLink to="/abstract-submission" className="print:hidden">
          {button}
        </ButtonLink>
      </PageHeading>
      <div className="page pt-12 lg:pt-20 print:pt-0">
        <ol className="[counter-reset:session] gap-x-[clamp(2rem,5vw,6rem)] border-t border-ink md:columns-2 print:columns-2">
          {list.map(({ id, name }) => (
            <li
              key={id}
              className="[counter-increment:session] flex min-h-20 break-inside-avoid items-center gap-5 border-b border-rule py-3 before:w-7 before:shrink-0 before:text-small before:text-accent before:content-[counter(session,decimal-leading-zero)/''] print:min-h-10"
            >
              <span className="grow font-serif text-name lg:text-lead">{name}</span>
              <SessionDrawing id={id} />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
