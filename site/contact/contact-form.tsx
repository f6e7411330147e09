import * as labels from 'content:labels/contact';
import conference from 'content:conference';
import { type FormEvent, useState } from 'react';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import { CopyButton } from '#site/ui/copy-button.tsx';
import { MailLink } from '#site/ui/mail-address.tsx';
import { TextAreaField, TextField } from '#site/ui/field.tsx';
import { composeMail, readMessage } from './contact-message.ts';

const secretary = conference.secretary.email;

/**
 * The form sends nothing: the page passes the message to the visitor's mail program. Without scripts, the method `dialog`
 * prevents the browser from putting the entries into the page's address.
 */
export function ContactForm({ words }: { words: Pages['contact'] }) {
  const [mail, setMail] = useState<ReturnType<typeof composeMail>>();

  const prepare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const composed = composeMail(readMessage(new FormData(event.currentTarget)), secretary);
    setMail(composed);
    location.assign(composed.address);
  };

  return (
    <section aria-labelledby="message" className="border-t border-ink pt-5">
      <h2 id="message" className="font-serif text-name font-medium">
        {words.formHeading}
      </h2>
      <form
        method="dialog"
        onSubmit={prepare}
        onInvalidCapture={() => setMail(undefined)}
        className="mt-9 no-script:hidden"
      >
        <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
          <TextField label={labels.fullName} name="fullName" required autoComplete="name" />
          <TextField label={labels.email} name="email" type="email" required autoComplete="email" />
          <TextField label={labels.subject} name="subject" required className="sm:col-span-2" />
          <TextAreaField
            label={labels.message}
            name="message"
            required
            rows={8}
            className="sm:col-span-2"
          />
        </div>
        <div className="mt-8 grid items-center gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
          <Button type="submit" aria-describedby="what-happens">
            {labels.send}
          </Button>
          <p id="what-happens" className="max-w-[36em] text-label text-faint">
            {words.formNote}
          </p>
        </div>
        <div role={mail && 'status'} aria-live="polite">
          {mail && (
            <div className="mt-8 border-s-4 border-good bg-raised px-5 py-4 text-small">
              <p>
                {words.prepared} <MailLink address={secretary} />.
              </p>
              <p className="mt-2 flex flex-wrap gap-x-6">
                <CopyButton text={mail.text} />
                <ButtonLink to={mail.address} variant="quiet">
                  {words.openAgain}
                </ButtonLink>
              </p>
            </div>
          )}
        </div>
      </form>
      <p className="mt-6 hidden no-script:block">
        {words.noScript} <MailLink address={secretary} />.
      </p>
    </section>
  );
}
