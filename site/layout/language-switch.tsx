import { language, languages } from 'content:language';
import { useLocation } from 'react-router';

/**
 * Links to the same page in the other languages. Their pages are another build, which this router does not know. The page
 * /payment-success has no such links, because its address no longer names the payment; a longer pattern would take bytes of
 * which the scripts of the home page have few left.
 */
export function LanguageSwitch() {
  const { pathname } = useLocation();
  return languages
    .filter(({ tag }) => tag !== language && !/payment-s/.test(pathname))
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
