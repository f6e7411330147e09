import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import type { Form } from '../actions.ts';
import type { Planned } from '../api.ts';
import { make, Refused, tell } from './ask.ts';
import { FormField, valueIn } from './form-field.tsx';
import { useForms } from './forms.ts';
import { saveFile } from './save-file.ts';
import { Trouble } from './trouble.tsx';

type Props = {
  action: string;
  /** The text of the button, where the action's own says too little. */
  title?: string | undefined;
  /** The first line of the form: the person and the amount. */
  intro?: string | undefined;
  /** The person or thing that the action is about, for screen readers, which read a button without its context. */
  subject?: string;
  /** Values that are fixed, so that the form has no field for them. */
  preset: Record<string, unknown>;
  /** The initial values of the form, which sends only changed values, unless it `sendsAll`. */
  current?: Record<string, string> | undefined;
  sendsAll?: true | undefined;
  /** The address of the calls, if the action is not one of all actions. */
  calls?: string;
  variant?: 'secondary' | 'quiet';
  /** Called when the dialog closes after a change. */
  onDone: () => void;
};

/** A button that asks for the fields of an action, shows its plan, performs it and reports the result. */
export function ActionButton({ action, subject, variant = 'quiet', onDone, ...props }: Props) {
  const form = useForms().find((each) => each.action === action);
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const isTyped = useRef(false);
  // A number, because each press of Esc has to open the dialog again.
  const [asked, setAsked] = useState(0);

  // `onDone` may remove the action from the page, so it comes only after the organiser has read the result.
  function close() {
    if (isTyped.current) return setAsked((count) => count + 1);
    setOpen(false);
    if (!isDone) return;
    setDone(false);
    onDone();
  }

  function discard() {
    isTyped.current = false;
    setAsked(0);
    close();
  }

  if (!form) return null;
  const title = props.title ?? form.title;
  return (
    <>
      <Button
        variant={variant}
        onClick={() => setOpen(true)}
        {...(subject !== undefined && { 'aria-label': `${title}: ${subject}` })}
      >
        {title}
      </Button>
      <Dialog open={isOpen} heading={title} onClose={close}>
        {asked > 0 && (
          <div role="alert" className="flex flex-col gap-5">
            <p>What you have typed would be lost.</p>
            <Row>
              <Button onClick={() => setAsked(0)}>Go on</Button>
              <Button variant="quiet" onClick={discard}>
                Discard it
              </Button>
            </Row>
          </div>
        )}
        <div className={asked > 0 ? 'hidden' : ''}>
          <ActionSteps
            {...props}
            form={form}
            onTyped={() => {
              isTyped.current = true;
            }}
            onDone={() => {
              isTyped.current = false;
              setDone(true);
            }}
            onClose={close}
          />
        </div>
      </Dialog>
    </>
  );
}

type Step =
  | { at: 'form' }
  | { at: 'planned'; planned: Planned }
  | { at: 'done'; words: readonly string[]; isTable?: boolean };

type StepsProps = Pick<Props, 'preset' | 'current' | 'sendsAll' | 'intro' | 'calls' | 'onDone'> & {
  form: Form;
  /** Called when somebody types something that a closed form would lose. */
  onTyped?: () => void;
  onClose: () => void;
};

const SUBMIT = { plan: 'Show what it would do', report: 'Show', file: 'Download' };

/** The present step. `attempt` leads to the next one, or to a refusal. */
function useStep() {
  const [step, setStep] = useState<Step>({ at: 'form' });
  const [trouble, setTrouble] = useState<Refused>();
  // Their fields stay, so that a form to which somebody comes back has all that was typed.
  const [remedies, setRemedies] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);

  async function attempt(work: () => Promise<Step>) {
    setPending(true);
    setTrouble(undefined);
    try {
      setStep(await work());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTrouble(error);
      const { remedy } = error;
      if (remedy !== undefined) setRemedies((before) => [...before, remedy]);
    } finally {
      setPending(false);
    }
  }

  function back() {
    setTrouble(undefined);
    setStep({ at: 'form' });
  }

  return { step, trouble, remedies, isPending, attempt, back };
}

/** The form of an action, then its plan, then its result. */
export function ActionSteps({ form, preset, current = {}, sendsAll, ...props }: StepsProps) {
  const { calls = '', intro, onTyped, onDone, onClose } = props;
  const { action, gives } = form;
  const { step, trouble, remedies, isPending, attempt, back } = useStep();
  const submit = (typed: Record<string, unknown>) =>
    attempt(async () => {
      const body = { action, request: { ...preset, ...typed } };
      if (gives === 'plan')
        return { at: 'planned', planned: await tell<Planned>(`${calls}/plan`, body) };
      const { text, file } = await make(body);
      if (file) saveFile(file.name, [file.blob]);
      return { at: 'done', words: text.split('\n'), isTable: !file };
    });
  const perform = (id: string) =>
    attempt(async () => {
      const { words } = await tell<{ words: string[] }>(`${calls}/perform`, { plan: id });
      onDone();
      return { at: 'done', words };
    });

  const asked = form.fields.filter(({ name }) => !(name in preset));
  const fields = asked.filter(({ name, overrules }) => !overrules || remedies.includes(name));
  // A form without fields is sent when it opens, except for a file, which waits for the button.
  const isSentAtOnce = asked.every(({ overrules }) => overrules) && gives !== 'file';
  const sendAtOnce = useEffectEvent(() => submit({}));
  useEffect(() => {
    if (isSentAtOnce) void sendAtOnce();
  }, [isSentAtOnce]);
  const isForm = step.at === 'form' && (!isSentAtOnce || trouble !== undefined);
  const hasForm = fields.length > 0 || gives === 'file';
  const canGoBack = fields.length > 0 && (step.at === 'planned' || gives !== 'plan');
  const filled = useRef<HTMLDivElement>(null);
  const goBack = () => {
    back();
    requestAnimationFrame(() => filled.current?.querySelector<HTMLElement>(FIELDS)?.focus());
  };

  return (
    <div className="flex flex-col gap-5">
      {isForm && intro !== undefined && <p className="font-semibold">{intro}</p>}
      {hasForm && (isForm || canGoBack) && (
        // It stays behind the plan, with all that was typed.
        <div ref={filled} className={isForm ? '' : 'hidden'}>
          <Fields
            {...{ fields, current, sendsAll, isPending, onClose }}
            onTyped={gives === 'plan' ? onTyped : undefined}
            button={SUBMIT[gives]}
            onSubmit={submit}
          />
        </div>
      )}
      {step.at === 'planned' && (
        <PlanShown
          {...{ ...step, isPending, onClose }}
          variant={form.isEnding ? 'ending' : 'primary'}
          onPerform={() => perform(step.planned.plan)}
          onBack={canGoBack ? goBack : undefined}
        />
      )}
      {step.at === 'done' && (
        <div role="status">
          <Sentences {...step} />
        </div>
      )}
      {trouble !== undefined && <Trouble words={trouble.message} />}
      {(step.at === 'done' || (isForm && fields.length === 0 && gives !== 'file')) && (
        <Row>
          <Button onClick={onClose}>Close</Button>
          {step.at === 'done' && canGoBack && <Back onClick={goBack} />}
        </Row>
      )}
    </div>
  );
}

type PlanProps = {
  planned: Planned;
  variant: 'ending' | 'primary';
  isPending: boolean;
  onPerform: () => void;
  /** Absent: the plan has no form. */
  onBack: (() => void) | undefined;
  onClose: () => void;
};

function PlanShown({ planned, variant, isPending, onPerform, onBack, onClose }: PlanProps) {
  return (
    <>
      <Sentences words={planned.words} />
      <Row>
        {planned.button !== undefined && (
          <Button variant={variant} pending={isPending} onClick={onPerform}>
            {planned.button}
          </Button>
        )}
        {onBack && <Back onClick={onBack} />}
        <Button variant="quiet" onClick={onClose}>
          Close without changes
        </Button>
      </Row>
    </>
  );
}

const FIELDS = 'input, textarea, select';

/** Leads back to the filled form. */
function Back({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" onClick={onClick}>
      Back
    </Button>
  );
}

/** The form closes without a question if no more fields than these were filled in. */
const MOST_LOST = 2;

type FieldsProps = {
  fields: Form['fields'];
  current: Record<string, string>;
  sendsAll: true | undefined;
  button: string;
  isPending: boolean;
  onSubmit: (typed: Record<string, unknown>) => void;
  onTyped: (() => void) | undefined;
  onClose: () => void;
};

function Fields({ fields, current, sendsAll, button, isPending, ...on }: FieldsProps) {
  const { onSubmit, onTyped, onClose } = on;
  const typedIn = useRef(new Set<string>());
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = await Promise.all(
      fields.map(async (field) => {
        const value = await valueIn(data, field, { current: current[field.name], sendsAll });
        return [field.name, value];
      }),
    );
    onSubmit(Object.fromEntries(typed));
  }

  /** A letter and a long form are work; an amount is typed again. */
  function noteTyped({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLElement)) return;
    typedIn.current.add(target.getAttribute('name') ?? '');
    if (target instanceof HTMLTextAreaElement || typedIn.current.size > MOST_LOST) onTyped?.();
  }

  return (
    <form onSubmit={submit} onInput={noteTyped} className="flex flex-col gap-5">
      {fields.map((field) => (
        <FormField key={field.name} field={field} current={current[field.name]} />
      ))}
      <Row>
        <Button type="submit" pending={isPending}>
          {button}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {button === SUBMIT.plan ? 'Close without changes' : 'Close'}
        </Button>
      </Row>
    </form>
  );
}

/** The pressed button is gone, so the focus moves to the new content. */
function Sentences({ words, isTable = false }: { words: readonly string[]; isTable?: boolean }) {
  return (
    <div
      ref={focus}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard scrolls a long table.
      tabIndex={isTable ? 0 : -1}
      className={`flex flex-col outline-none ${isTable ? 'max-h-[60vh] overflow-auto font-mono text-label wrap-anywhere whitespace-pre-wrap *:ps-[2ch] *:-indent-[2ch]' : 'gap-2 whitespace-pre-wrap'}`}
    >
      {words.map((sentence, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- The same line may come twice, and the lines never change their order.
        <p key={at}>{sentence}</p>
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
