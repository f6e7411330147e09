import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import type { Moment } from '#contract/content/opening.ts';
import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import { plainName, plainTitle } from '#server/mail/plain-words.ts';
import type { Message } from '#server/mail/message.ts';
import { type KeptAbstract, abstractPath } from '#server/abstract/abstracts.ts';

import { known } from '#server/abstract/abstract-mails.ts';

/** To an author who has not done something before its deadline: `task` names it. */
export function authorReminder(
  layouts: MailLayout,
  { id, reference, email, name, title, token, language }: KeptAbstract,
  about: {
    task: keyof Mails['authorReminder'];
    event: string;
    session: string;
    deadline: Moment;
    origin: string;
    /** Anybody may have typed name and title, until the committee has accepted the abstract. */
    isAccepted: boolean;
  },
): Message {
  const layout = layouts.in(language);
  const { labels, authorReminder: words } = layout.words;
  const { task, event, session, deadline, origin, isAccepted } = about;
  const path =
    task === 'registration' ? `${layout.base}/conference-registration` : abstractPath({ token });
  return composeMail(layout, {
    kind: 'author-reminder',
    event: `${id}:${event}`,
    to: email,
    reference,
    text: words[task],
    greets: isAccepted ? name : plainName(name),
    facts: known([
      { label: labels.reference, text: reference },
      { label: labels.contribution, text: isAccepted ? title : title && plainTitle(title) },
      { label: labels.session, text: session },
      { label: labels.deadline, text: deadline.label },
    ]),
    link: `${origin}${path}`,
  });
}
