import conference from 'content:conference';
import type { MetaDescriptor } from 'react-router';

type PageWords = { heading?: string; description?: string };

/** Title and description of a page; the home page has no title of its own. */
export function pageMeta({ heading, description }: PageWords = {}): MetaDescriptor[] {
  const title = heading
    ? `${heading} · ${conference.name}`
    : `${conference.name} · ${conference.fullTitle}`;
  return [{ title }, { name: 'description', content: description ?? conference.description }];
}
