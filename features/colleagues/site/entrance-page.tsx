import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { PageTitle } from '#organiser/dashboard/page/page-title.tsx';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { useAnswer } from '#organiser/dashboard/page/use-answer.ts';
import { Button } from '#site/ui/button.tsx';
import { wordsOfRefusal } from './passkey-words.ts';

/** Only links in mails and the login of the house lead to it, and every page without a session. */
export const entrancePage: PageOfFeature = {
  path: 'invitation',
  words: 'Log in',
  before: 'commands',
  isFor: () => false,
  Page: EntrancePage,
  isEntrance: true,
};

type Entrance = { name: string; hasHouse: boolean };

function EntrancePage() {
  const { data } = useAnswer<Entrance>('/enter');
  const [token] = useState(() => {
    keepWanted();
    return location.hash.slice(1);
  });
  const { pathname } = location;
  const isInvited = pathname === '/invitation' && token !== '';
  // The link must not stay in the history of a shared computer.
  useEffect(() => history.replaceState(null, '', location.pathname), []);
  return (
    <main className="mx-auto flex w-full max-w-lg flex-col gap-6 px-5 py-16 sm:py-24">
      <p className="font-serif text-name">{data?.name}</p>
      {isInvited ? (
        <Invitation token={token} />
      ) : (
        <LogIn hasHouse={data?.hasHouse ?? false} isBack={pathname === '/house'} />
      )}
    </main>
  );
}

const ENTRANCES = ['/invitation', '/house'];
const WANTED = 'plenary-wanted-page';

/** Keeps the page that somebody without a session wanted to open. The login of the house leads over another host. */
function keepWanted(): void {
  const { pathname, search } = location;
  if (!ENTRANCES.includes(pathname)) sessionStorage.setItem(WANTED, pathname + search);
}

function takeWanted(): string {
  const wanted = sessionStorage.getItem(WANTED) ?? '/';
  sessionStorage.removeItem(WANTED);
  return wanted;
}

/** A try to get in: its refusal, and whether it runs. After it the dashboard opens. */
function useTry() {
  const [trouble, setTrouble] = useState<string>();
  const [isPending, setPending] = useState(false);
  async function attempt(work: () => Promise<unknown>, leadsTo?: (done: unknown) => string) {
    setPending(true);
    setTrouble(undefined);
    try {
      const done = await work();
      location.assign(leadsTo?.(done) ?? location.origin + takeWanted());
    } catch (error) {
      setTrouble(error instanceof Refused ? error.message : wordsOfRefusal(error));
      setPending(false);
    }
  }
  return { trouble, isPending, attempt };
}

type Options<Start extends (asked: { optionsJSON: never }) => unknown> = {
  options: Parameters<Start>[0]['optionsJSON'];
};

function LogIn({ hasHouse, isBack }: { hasHouse: boolean; isBack: boolean }) {
  const { trouble, isPending, attempt } = useTry();
  const [query] = useState(() => location.search);
  const comeBack = useEffectEvent(() => attempt(() => tell('/enter/house-back', { query })));
  useEffect(() => {
    if (isBack && query !== '') void comeBack();
  }, [isBack, query]);
  const byPasskey = () =>
    attempt(async () => {
      const { options: optionsJSON } = await tell<Options<typeof startAuthentication>>(
        '/enter/options',
        {},
      );
      const response = await startAuthentication({ optionsJSON });
      await tell('/enter/log-in', { response });
    });
  const byHouse = () =>
    attempt(
      () => tell<{ address: string }>('/enter/house', {}),
      (done) => (done as { address: string }).address,
    );
  return (
    <>
      <PageTitle words="Log in" />
      {location.pathname === '/invitation' && (
        <p>To make a passkey, please open the link in the mail again.</p>
      )}
      <p className="text-soft">
        Your phone or computer asks for your finger, your face or its PIN. There is no password.
      </p>
      {trouble !== undefined && <Trouble words={trouble} />}
      <div className="flex flex-wrap gap-4">
        <Button pending={isPending} onClick={byPasskey}>
          Log in with a passkey
        </Button>
        {hasHouse && (
          <Button variant="secondary" pending={isPending} onClick={byHouse}>
            Log in with your institution
          </Button>
        )}
      </div>
      <p className="text-label text-soft">
        A lost device? A chair of the conference sends you another link.
      </p>
    </>
  );
}

function Invitation({ token }: { token: string }) {
  const [name, setName] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const { trouble, isPending, attempt } = useTry();
  useEffect(() => {
    tell<{ name: string }>('/enter/invitation', { token }).then(
      (found) => setName(found.name),
      (error: unknown) =>
        setRefusal(error instanceof Refused ? error.message : wordsOfRefusal(error)),
    );
  }, [token]);
  function makePasskey(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const called = String(new FormData(event.currentTarget).get('name') ?? '');
    void attempt(async () => {
      const { options: optionsJSON } = await tell<Options<typeof startRegistration>>(
        '/enter/passkey-options',
        { token },
      );
      const response = await startRegistration({ optionsJSON });
      await tell('/enter/passkey', { token, response, name: called });
    });
  }
  if (refusal !== undefined) {
    return (
      <>
        <PageTitle words="This link does not open" />
        <Trouble words={refusal} />
        <p>
          If you have made your passkey already,{' '}
          <a href="/" className="link">
            log in
          </a>
          .
        </p>
      </>
    );
  }
  return (
    <>
      <PageTitle words={name === undefined ? 'Your invitation' : `Welcome, ${name}`} />
      <p className="text-soft">
        You open the dashboard with a passkey: the lock of your phone or computer, in place of a
        password. It stays on your device.
      </p>
      {trouble !== undefined && <Trouble words={trouble} />}
      <form onSubmit={makePasskey} className="flex flex-col gap-5">
        <label className="flex flex-col gap-1 text-label font-semibold">
          Name of this device
          <input name="name" required maxLength={60} defaultValue="My device" className="control" />
        </label>
        <Button
          type="submit"
          pending={isPending}
          disabled={name === undefined}
          className="self-start"
        >
          Make a passkey
        </Button>
      </form>
    </>
  );
}
