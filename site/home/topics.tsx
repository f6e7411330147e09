import type { Content } from '#contract/content.ts';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import { ListDrawing } from '#site/ui/list-drawing.tsx';
import { Section } from '#site/ui/section.tsx';
import { Tooltip, usePointerTooltip } from '#site/ui/pointer-tooltip.tsx';

type TopicsProps = {
  words: Home['topics'];
  topics: Content['topics'];
  sponsor: Content['conference']['sponsor'];
};

/** The themes of the conference, and the advertisement below them. Without themes it is alone. */
export function Topics({ words, topics, sponsor }: TopicsProps) {
  const { tip, over } = usePointerTooltip();
  const advertisement = sponsor && <Advertisement {...sponsor} />;
  if (topics.length === 0) {
    return advertisement && <div className="page pt-(--section)">{advertisement}</div>;
  }
  return (
    <>
      <Section heading={words.heading} intro={words.intro} ground="tint">
        <div className="topic-cards">
          {topics.map(({ id, title, description, tags }, at) => (
            <article key={id} {...over(title)} className="topic-card">
              <ListDrawing at={at} fit="xMinYMid meet" className="topic-drawing" />
              <h3 className="font-serif text-name font-medium">{title}</h3>
              <p className="topic-text">{description}</p>
              <ul className="topic-tags">
                {tags.map((tag) => (
                  <li key={tag}>{tag}</li>
                ))}
              </ul>
            </article>
          ))}
        </div>
        {advertisement}
      </Section>
      <Tooltip tip={tip} />
    </>
  );
}

function Advertisement({ label, name, url }: NonNullable<TopicsProps['sponsor']>) {
  return (
    <p className="topic-sponsor-place">
      <a href={url} target="_blank" rel="noopener sponsored" className="topic-sponsor">
        <img src="/sponsor.svg" alt={label} loading="lazy" width={176} height={40} />
        {name}
      </a>
    </p>
  );
}
