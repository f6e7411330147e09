import { startRegistration } from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { PageTitle } from '#organiser/dashboard/page/page-title.tsx';
import { Part } from '#organiser/dashboard/page/part.tsx';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { useAnswer } from '#organiser/dashboard/page/use-answer.ts';
import { timeWords } from '#organiser/dashboard/page/words.ts';
import { Button } from '#site/ui/button.tsx';
import { wordsOfRefusal } from './passkey-words.ts';

export const accountPage: PageOfFeature = {
  path: 'account',
  words: 'Your account',
  isFor: ({ isColleague }) => isColleague,
  Page: AccountPage,
};

type Passkey = { id: string; name: string; createdAt: string; usedAt: string | null };
type Account = { isHere: boolean; name: string; email: string; passkeys: Passkey[] };

/** The passkeys of a colleague, and the ends of sessions. */
function AccountPage() {
  const { data, trouble, reload } = useAnswer<Account>('/account');
  const [refusal, setRefusal] = useState<string>();
  async function attempt(work: () => Promise<unknown>) {
    setRefusal(undefined);
    try {
      await work();
      reload();
    } catch (error) {
      setRefusal(error instanceof Refused ? error.message : wordsOfRefusal(error));
    }
  }
  const logOut = (all: boolean) =>
    attempt(async () => {
      await tell('/account/log-out', { all });
      location.assign('/');
    });
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '');
    void attempt(async () => {
      const { options: optionsJSON } = await tell<{
        options: Parameters<typeof startRegistration>[0]['optionsJSON'];
      }>('/account/passkey-options', {});
      const response = await startRegistration({ optionsJSON });
      await tell('/account/passkey', { response, name });
    });
  }
  return (
    <div className="flex max-w-3xl flex-col gap-8 p-4 pb-16 sm:p-6 sm:pb-16">
      <PageTitle words="Your account" />
      {trouble !== undefined && <Trouble words={trouble} />}
      {refusal !== undefined && <Trouble words={refusal} />}
      {data?.isHere && (
        <>
          <p className="-mt-4 text-soft">
            {data.name}, {data.email}
          </p>
          <Part heading="Passkeys">
            <p className="text-soft">
              Add a second one, such as that of your phone, so that you still get in if you lose the
              first.
            </p>
            <ul>
              {data.passkeys.map(({ id, name, createdAt, usedAt }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-x-6 border-t border-rule py-2"
                >
                  <span>
                    <span className="font-medium">{name}</span>
                    <span className="block text-label text-soft">
                      Added {timeWords(createdAt)}
                      {usedAt !== null && `, last used ${timeWords(usedAt)}`}
                    </span>
                  </span>
                  <Button
                    variant="quiet"
                    aria-label={`Remove: ${name}`}
                    onClick={() => attempt(() => tell('/account/remove-passkey', { id }))}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
            <form onSubmit={add} className="flex flex-wrap items-end gap-4">
              <label className="flex flex-col gap-1 text-label font-semibold">
                Name of the device
                <input name="name" required maxLength={60} className="control" />
              </label>
              <Button type="submit" variant="secondary">
                Add a passkey
              </Button>
            </form>
          </Part>
          <Part heading="Log out">
            <div className="flex flex-wrap gap-4">
              <Button onClick={() => logOut(false)}>Log out</Button>
              <Button variant="ending" onClick={() => logOut(true)}>
                Log out everywhere
              </Button>
            </div>
          </Part>
        </>
      )}
    </div>
  );
}
