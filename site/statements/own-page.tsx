import ownPages from 'content:own-pages';
import drawing from 'theme:drawings/privacy';
import { pathIn } from '#site/page-path.ts';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/own-page.ts';

/** One page for each file of content/pages/. site/routes.ts gives each page its address. */
export function loader({ url }: Route.LoaderArgs) {
  const words = ownPages.find(({ path }) => pathIn(url) === path);
  if (!words) throw new Response(null, { status: 404 });
  return words;
}

export const meta = ({ loaderData: { title, description } }: Route.MetaArgs) =>
  pageMeta({ heading: title, description });

/** The HTML was made from Markdown and sanitised while the site was built. */
export default function OwnPage({ loaderData: { title, intro, html } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading compact heading={title} intro={intro} drawing={drawing} />
      <div className="page grid-page pt-10 lg:pt-16">
        <div className="article" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </>
  );
}
