import pages from 'content:pages';
import drawing from '#site/drawings/contact.svg';
import { pageMeta } from '#site/page-meta.ts';
import { Place } from '#site/place/place.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/contact-page.ts';
import { ContactForm } from './contact-form.tsx';
import { Whereabouts } from './whereabouts.tsx';

export const loader = () => pages.contact;

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function ContactPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing} />
      <div className="page grid-page gap-y-16 pt-8 lg:pt-12">
        <div className="col-span-12 lg:col-span-7 lg:col-start-6">
          <ContactForm words={words} />
        </div>
        <div className="col-span-12 lg:col-span-4 lg:col-start-1 lg:row-start-1">
          <Whereabouts words={words} />
        </div>
      </div>
      <Place />
    </>
  );
}
