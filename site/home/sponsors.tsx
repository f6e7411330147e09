import type { Level } from '#contract/content/shapes/partners-shape.ts';
import { Section } from '#site/ui/section.tsx';

type SponsorsProps = { heading: string; levels: readonly Level[] };

/** Sponsors in levels, the highest first and largest. A sponsor without a logo is shown by name. */
export function Sponsors({ heading, levels }: SponsorsProps) {
  return (
    <Section heading={heading}>
      {levels.map(({ level, entries }, at) => (
        <div key={level} className="grid-page sponsor-level">
          <h3 className="col-span-12 text-label font-semibold text-accent lg:col-span-2">
            {level}
          </h3>
          <ul className={`sponsors ${SIZES[Math.min(at, SIZES.length - 1)]}`}>
            {entries.map((entry) => (
              <li key={entry.name}>
                <Sponsor {...entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

const SIZES = ['sponsors-large', 'sponsors-middle', 'sponsors-small'];

function Sponsor({ name, logo, url }: Level['entries'][number]) {
  const shown =
    logo === undefined ? (
      <span className="font-serif">{name}</span>
    ) : (
      <img src={logo} alt={name} loading="lazy" width={240} height={96} />
    );
  if (url === undefined) return shown;
  return (
    <a href={url} target="_blank" rel="noopener sponsored">
      {shown}
    </a>
  );
}
