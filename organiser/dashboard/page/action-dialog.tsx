import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { SelectField, TextField } from '#site/ui/field.tsx';
import type { ActionName } from '../actions.ts';
import type { Planned } from '../api.ts';
import { type ActionForm, actionForms } from './action-forms.ts';
import { Refused, tell } from './ask.ts';
import { Trouble } from './trouble.tsx';

type Props = {
  action: ActionName;
  /** Whom or what it is about, for who hears the button alone. */
  subject?: string;
  /** What the form does not ask for. */
  preset: Record<string, unknown>;
  variant?: 'primary' | 'secondary' | 'quiet';
  /** Called when something was changed, and the window is closed. */
  onDone: () => void;
};

/** A button that asks for what an action needs, says what it would do, does it, and says what was done. */
export function ActionButton({ subject, variant = 'quiet', onDone, ...props }: Props) {
  const { label } = actionForms[props.action];
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);

  // The page may not offer it any more then, and what was done has to be read before.
  function close() {
    setOpen(false);
    if (!isDone) return;
    setDone(false);
    onDone();
  }

  return (
    <>
      <Button
        variant={variant}
        onClick={() => setOpen(true)}
        {...(subject !== undefined && { 'aria-label': `${label}: ${subject}` })}
      >
        {label}
      </Button>
      <Dialog open={isOpen} heading={label} onClose={close}>
        <Steps {...props} onDone={() => setDone(true)} onClose={close} />
      </Dialog>
    </>
  );
}

type Step =
  | { at: 'form' }
  | { at: 'planned'; planned: Planned }
  | { at: 'done'; words: readonly string[] };

type StepsProps = Omit<Props, 'subject' | 'variant'> & { onClose: () => void };

function Steps({ action, preset, onDone, onClose }: StepsProps) {
  const { fields } = actionForms[action];
  const [step, setStep] = useState<Step>({ at: 'form' });
  const [trouble, setTrouble] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function attempt(work: () => Promise<Step>) {
    setPending(true);
    setTrouble(undefined);
    try {
      setStep(await work());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTrouble(error.message);
    } finally {
      setPending(false);
    }
  }

  const plan = (typed: Record<string, unknown>) =>
    attempt(async () => {
      const request = { ...preset, ...typed };
      return { at: 'planned', planned: await tell<Planned>('/plan', { action, request }) };
    });
  const perform = (id: string) =>
    attempt(async () => {
      const { words } = await tell<{ words: string[] }>('/perform', { plan: id });
      onDone();
      return { at: 'done', words };
    });

  // What asks for nothing is looked at as soon as it is opened.
  const asksNothing = fields.every(({ kind }) => kind === 'flag');
  const planAtOnce = useEffectEvent(() => plan({}));
  useEffect(() => {
    if (asksNothing) void planAtOnce();
  }, [asksNothing]);
  const isForm = step.at === 'form' && (!asksNothing || trouble !== undefined);

  return (
    <div className="flex flex-col gap-5">
      {isForm && fields.length > 0 && (
        <Form fields={fields} isPending={isPending} onSubmit={plan} onClose={onClose} />
      )}
      {step.at === 'planned' && (
        <>
          <Sentences words={step.planned.words} />
          <Row>
            <Button pending={isPending} onClick={() => perform(step.planned.plan)}>
              {step.planned.button ?? 'Do it'}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Leave it
            </Button>
          </Row>
        </>
      )}
      {step.at === 'done' && (
        <>
          <div role="status">
            <Sentences words={step.words} />
          </div>
          <Row>
            <Button onClick={onClose}>Close</Button>
          </Row>
        </>
      )}
      {trouble !== undefined && <Trouble words={trouble} />}
      {isForm && fields.length === 0 && (
        <Row>
          <Button onClick={onClose}>Close</Button>
        </Row>
      )}
    </div>
  );
}

type FormProps = {
  fields: ActionForm['fields'];
  isPending: boolean;
  onSubmit: (typed: Record<string, unknown>) => void;
  onClose: () => void;
};

function Form({ fields, isPending, onSubmit, onClose }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = fields.flatMap(({ name, kind, optional }) => {
      const value = data.get(name);
      if (kind === 'flag') return value === null ? [] : [[name, true]];
      const text = typeof value === 'string' ? value.trim() : '';
      return optional && text === '' ? [] : [[name, text]];
    });
    onSubmit(Object.fromEntries(typed));
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {fields.map(({ name, label, hint, kind, choices = [], optional = false }) => {
        if (kind === 'flag') {
          return (
            <label key={name} className="flex items-start gap-3">
              <input type="checkbox" name={name} className="mt-0.5 size-5 shrink-0 accent-accent" />
              {label}
            </label>
          );
        }
        const shared = { name, label, hint, required: !optional };
        if (kind === 'choice') return <SelectField key={name} {...shared} choices={choices} />;
        return <TextField key={name} {...shared} autoComplete="off" />;
      })}
      <Row>
        <Button type="submit" pending={isPending}>
          See what it would do
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Leave it
        </Button>
      </Row>
    </form>
  );
}

/** The button that led here is gone: whoever uses the keyboard or listens goes on with what is new. */
function Sentences({ words }: { words: readonly string[] }) {
  return (
    <div
      ref={focus}
      tabIndex={-1}
      className="flex max-h-80 flex-col gap-2 overflow-y-auto outline-none"
    >
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function focus(element: HTMLElement | null) {
  element?.focus();
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-5">{children}</div>;
}
