import { Link } from 'react-router';
import { useSiteWords } from '#site/layout/site-words.ts';

/** Where it stands what becomes of what is typed. Below the button, so that nobody steps over it on the way there. */
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
