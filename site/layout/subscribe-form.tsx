import conference from 'content:conference';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#site/ui/button.tsx';
import { CopyButton } from '#site/ui/copy-button.tsx';
import type { SiteWords } from './site-words.ts';
import { mailAddress } from './mail-address.ts';

/**
 * The form sends nothing: it prepares a message to the secretary in the visitor's mail program. Without scripts, the method
 * `dialog` keeps the mail address out of the page's address.
 */
export function SubscribeForm({ words }: { words: SiteWords['footer']['subscribe'] }) {
  const [message, setMessage] = useState<string>();
  const id = useId();

  const prepare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('email'));
    const text = `${words.button}: ${address}`;
    setMessage(text);
    location.assign(
      mailAddress(conference.secretary.email, {
        subject: `${words.heading}, ${conference.name}`,
        body: text,
      }),
    );
  };

  return (
    <form method="dialog" onSubmit={prepare}>
      <h2 className="text-label font-semibold">{words.heading}</h2>
      <p className="mt-1.5 text-small text-soft sm:mt-3">{words.text}</p>
      <div className="mt-3 flex sm:mt-4">
        <label htmlFor={id} className="sr-only">
          {words.placeholder}
        </label>
        <input
          id={id}
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder={words.placeholder}
          aria-describedby={`${id}-note`}
          className="control rounded-e-none border-e-0"
        />
        <Button type="submit" variant="secondary" className="subscribe-button">
          {words.button}
        </Button>
      </div>
      <p id={`${id}-note`} className="mt-2 text-label sm:mt-3 text-faint">
        {words.note}
      </p>
      {message && (
        <p role="status" className="mt-3 text-small">
          <CopyButton text={`${conference.secretary.email}\n${message}`} />
        </p>
      )}
    </form>
  );
}
