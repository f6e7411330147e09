import ownPages from 'content:own-pages';
import type { LoaderFunctionArgs } from 'react-router';
import drawing from '#site/drawings/privacy.svg';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';

/**
 * One page for each file of content/pages/. site/routes.ts gives each page its address. The router
 * generates types for the pages of the sample, which has none of these.
 */
export function loader({ url }: LoaderFunctionArgs) {
  const words = ownPages.find(({ path }) => url.pathname.replace(/\/$/, '') === path);
  if (!words) throw new Response(null, { status: 404 });
  return words;
}

type Words = ReturnType<typeof loader>;

export const meta = ({ loaderData: { title, description } }: { loaderData: Words }) =>
  pageMeta({ heading: title, description });

/** The HTML was made from Markdown and sanitised while the site was built. */
export default function OwnPage({ loaderData: { title, intro, html } }: { loaderData: Words }) {
  return (
    <>
      <PageHeading compact heading={title} intro={intro} drawing={drawing} />
      <div className="page grid-page pt-10 lg:pt-16">
        <div className="article" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </>
  );
}
