import conference from 'content:conference';
import details from 'content:conference-details';
import type { MetaDescriptor } from 'react-router';

type PageWords = { heading?: string; description?: string };

/** Title and description of a page; the home page has no title of its own. */
export function pageMeta({ heading, description }: PageWords = {}): MetaDescriptor[] {
  const title = heading
    ? `${heading} · ${conference.name}`
    : `${conference.name} · ${conference.fullTitle}`;
  return [{ title }, ...(import.meta.env.SSR ? preview(heading ?? title, description) : [])];
}

/** Search engines and link previews read the HTML, so the scripts do not contain these. */
function preview(title: string, content = details.description): MetaDescriptor[] {
  return [
    { name: 'description', content },
    { property: 'og:title', content: title },
    { property: 'og:description', content },
  ];
}
