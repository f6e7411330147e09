import type { Content } from '#contract/content.ts';
import type { Home } from '#contract/content/home-shape.ts';
import chains from '#site/drawings/sessions-list.svg';
import { Drawing } from '#site/ui/drawing.tsx';
import { Section } from '#site/ui/section.tsx';
import { Tooltip, usePointerTooltip } from '#site/ui/pointer-tooltip.tsx';

type TopicsProps = {
  words: Home['topics'];
  topics: Content['topics'];
  sponsor: Content['conference']['sponsor'];
};

/** How many drawings the file has. */
const DRAWN = 20;

export function Topics({ words, topics, sponsor }: TopicsProps) {
  const { tip, over } = usePointerTooltip();
  return (
    <>
      <Section heading={words.heading} intro={words.intro} ground="tint">
        <div className="grid border-t border-l border-rule sm:grid-cols-2 xl:grid-cols-4">
          {topics.map(({ id, title, description, tags }, at) => (
            <article
              key={id}
              {...over(title)}
              className="row-span-4 grid grid-rows-subgrid gap-y-0 border-r border-b border-rule p-6 transition-colors hover:bg-raised xl:p-7"
            >
              <Drawing
                file={chains}
                part={`chains-${(at % DRAWN) + 1}`}
                width={225}
                height={156}
                fit="xMinYMid meet"
                className="mb-8 hidden h-24 w-full text-accent sm:block lg:h-32"
              />
              <h3 className="font-serif text-name font-medium">{title}</h3>
              <p className="mt-3 mb-6 text-small text-soft">{description}</p>
              <ul className="flex flex-wrap gap-x-4 sm:block border-t border-rule pt-4 text-label text-faint">
                {tags.map((tag) => (
                  <li key={tag} className="py-0.5">
                    {tag}
                  </li>
                ))}
              </ul>
            </article>
          ))}
        </div>
        <p className="mt-10 flex justify-end">
          <a
            href={sponsor.url}
            target="_blank"
            rel="noopener sponsored"
            className="flex min-h-12 flex-wrap items-center gap-4 text-small text-soft hover:text-accent"
          >
            <img
              src="/sponsor.svg"
              alt={sponsor.label}
              loading="lazy"
              width={176}
              height={40}
              className="h-10 w-auto max-w-full"
            />
            {sponsor.name}
          </a>
        </p>
      </Section>
      <Tooltip tip={tip} />
    </>
  );
}
