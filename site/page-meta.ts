import conference from 'content:conference';
import details from 'content:conference-details';
import type { MetaDescriptor } from 'react-router';

type PageWords = { heading?: string; description?: string };

/** The title and description of a page. Without a heading, as on the home page, the title has the full title. */
export function pageMeta({ heading, description }: PageWords = {}): MetaDescriptor[] {
  const title = heading
    ? `${heading} · ${conference.name}`
    : `${conference.name} · ${conference.fullTitle}`;
  return [{ title }, ...(import.meta.env.SSR ? preview(heading ?? title, description) : [])];
}

/** Search engines and link previews read these tags in the HTML, so the scripts do not contain the tags. */
function preview(title: string, content = details.description): MetaDescriptor[] {
  return [
    { name: 'description', content },
    { property: 'og:title', content: title },
    { property: 'og:description', content },
  ];
}
