import { languages } from 'content:language';
import { sitemapOf } from './sitemap.ts';

/** /sitemap.xml, with every route that has a page and a fixed address. */
export async function loader() {
  const { routes } = await import('virtual:react-router/server-build');
  const paths = Object.values(routes).flatMap((route) => {
    const isPage = route?.parentId === 'root' && route.module.default !== undefined;
    if (!isPage || /[:*]/.test(route.path ?? '')) return [];
    return `/${route.path ?? ''}`;
  });
  return new Response(sitemapOf(paths, languages), {
    headers: { 'content-type': 'application/xml' },
  });
}
