import conference from 'content:conference';
import type { MetaDescriptor } from 'react-router';

type PageWords = { heading?: string; description?: string };

/** Title and description of a page; the home page has no title of its own. */
export function pageMeta({ heading, description }: PageWords = {}): MetaDescriptor[] {
  const title = heading
    ? `${heading} · ${conference.name}`
    : `${conference.name} · ${conference.fullTitle}`;
  const content = description ?? conference.description;
  return [
    { title },
    { name: 'description', content },
    // Link previews read the HTML, so the scripts do not contain these.
    ...(import.meta.env.SSR
      ? [
          { property: 'og:title', content: heading ?? title },
          { property: 'og:description', content },
        ]
      : []),
  ];
}
