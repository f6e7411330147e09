import { Link } from 'react-router';
import { useSiteWords } from '#site/layout/site-words.ts';

/** A link to the privacy page. It comes after the button, so that keyboard users reach the button first. */
export function PrivacyNote() {
  const words = useSiteWords()?.privacyNote;
  return (
    <p className="mt-4 text-small text-soft">
      {words?.text}{' '}
      <Link to="/privacy" className="link">
        {words?.link}
      </Link>
    </p>
  );
}
