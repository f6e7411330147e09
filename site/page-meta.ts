import conference from 'content:conference';
import details from 'content:conference-details';
import type { MetaDescriptor } from 'react-router';

type PageWords = { description?: string } & (
  | { heading: string; title?: undefined }
  | { heading?: undefined; title: string }
);

/** The title and description of a page. The title names the page by its heading, and the conference. */
export function pageMeta({
  heading,
  title = `${heading} · ${conference.name}`,
  description,
}: PageWords): MetaDescriptor[] {
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
