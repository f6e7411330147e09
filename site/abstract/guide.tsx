import { Link } from 'react-router';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';

export function Guide({ words }: { words: Pages['abstract']['guide'] }) {
  return (
    <aside className="form-aside">
      <div className="border border-rule border-t-4 border-t-ink bg-raised p-6 sm:p-8 lg:sticky lg:top-(--landing)">
        <h2 className="font-serif text-name font-medium">{words.heading}</h2>
        <ol className="mt-4">
          {words.points.map((point, at) => (
            <li key={point} className="flex gap-4 border-t border-rule py-3 text-small">
              <span aria-hidden="true" className="text-accent">
                {at + 1}
              </span>
              {point}
            </li>
          ))}
        </ol>
        <Link to="/sessions" className="link text-small font-semibold">
          {words.sessionsLink}
        </Link>
      </div>
    </aside>
  );
}
