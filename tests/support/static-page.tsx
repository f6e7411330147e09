import type { ComponentType } from 'react';
import { prerender } from 'react-dom/static';
import { createRoutesStub } from 'react-router';

// The props of a page come from the router, which generates their types for each route.
type PageModule = { default: ComponentType<never>; loader: () => unknown };

/** A page before its scripts run, without header and footer. */
export async function staticPage({ default: Component, loader }: PageModule) {
  const Page = createRoutesStub([
    { id: 'page', path: '/', Component: Component as ComponentType<unknown> },
  ]);
  const hydrationData = { loaderData: { page: loader() } };
  // Unlike renderToStaticMarkup, it waits for the parts that are loaded later.
  const { prelude } = await prerender(<Page hydrationData={hydrationData} />, {
    progressiveChunkSize: Infinity,
  });
  const html = (await new Response(prelude).text()).replaceAll('<!-- -->', '');
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
  return {
    html,
    /** The texts of the page's elements, in order. */
    texts: textsIn(html),
    /** The addresses of the page's links, by text. */
    links: Object.fromEntries(
      links.map(([, href, inner = '']) => [textsIn(inner).join(' '), href]),
    ),
    /** The texts of the list items that contain no other list. */
    items: [...html.matchAll(/<li[^>]*>((?:(?!<li).)*?)<\/li>/g)].map(([, inner = '']) =>
      textsIn(inner),
    ),
    /** The names of the page's fields, in order. */
    fields: [...html.matchAll(/<(?:input|select|textarea) [^>]*?name="([^"]*)"/g)].map(
      ([, name]) => name,
    ),
    /** The values of the options of a field. */
    options: (name: string) => {
      const select = RegExp(`<select [^>]*name="${name}".*?</select>`).exec(html)?.[0] ?? '';
      return [...select.matchAll(/<option [^>]*?value="([^"]*)"/g)].map(([, value]) => value);
    },
  };
}

function textsIn(html: string): string[] {
  const texts = html.split(/<[^>]*>/).map((text) => text.replace(/&[a-z]+;|&#x27;/g, decoded));
  return texts.map((text) => text.trim()).filter(Boolean);
}

function decoded(entity: string): string {
  const signs: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'" };
  return signs[entity] ?? entity;
}
