import { language, languages } from 'content:language';
import { useLocation } from 'react-router';

/** Links to the same page in the other languages. Their pages are another build, which this router does not know. */
export function LanguageSwitch() {
  const { pathname } = useLocation();
  return languages
    .filter(({ tag }) => tag !== language)
    .map(({ tag, base, name }) => (
      <li key={tag}>
        <a
          href={(base + pathname).replace(/(?<=.)\/$/, '')}
          hrefLang={tag}
          lang={tag}
          className="menu-item"
        >
          {name}
        </a>
      </li>
    ));
}
