import * as labels from 'content:labels/forms';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react';
import drawing from 'theme:drawings/captcha';
import { Button } from '#site/ui/button.tsx';
import { Drawing } from '#site/ui/drawing.tsx';
import { Field, type FieldProps } from '#site/ui/field.tsx';
import { showToast } from '#site/ui/toast.tsx';
import { useHydrated } from '#site/ui/use-hydrated.ts';
import { captchaFromClipboard, CAPTCHA_LENGTH } from './captcha.ts';

type CaptchaFieldProps = Omit<FieldProps, 'label'> &
  ComponentProps<'input'> & {
    code: string | undefined;
    /** Masks the typed text until the visitor presses Show. */
    masked?: boolean;
    onRefresh: () => void;
    /** Replaces the text of the field with a pasted text. */
    onFill: (text: string) => void;
  };

/** Tells 1Password, LastPass, Bitwarden and Dashlane not to fill in or save a field. */
export const notForPasswordManagers = {
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
};

/** The code, a button for another code, and the field for the typed code. */
export function CaptchaField(props: CaptchaFieldProps) {
  const { hint, error, className, code, masked = false, onRefresh, onFill, ...input } = props;
  const [hidden, setHidden] = useState(masked);
  const [refreshed, setRefreshed] = useState(false);
  const pasting = usePasting(onFill);
  const hydrated = useHydrated();
  return (
    <div className={className}>
      <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-1">
        <CaptchaPlate code={code} />
        <Button
          variant="quiet"
          disabled={!code}
          onClick={() => {
            setRefreshed(true);
            onRefresh();
          }}
        >
          {labels.refreshCaptcha}
        </Button>
        <p aria-live="polite" className="sr-only">
          {refreshed &&
            code &&
            fillPlaceholders(labels.newCode, { code: [...code].map(spoken).join(', ') })}
        </p>
      </div>
      <Field label={labels.captcha} required {...{ hint, error }}>
        {(wiring) => (
          <div className="flex max-w-64">
            <input
              autoCapitalize="none"
              {...input}
              {...wiring}
              {...pasting}
              required
              type={hidden ? 'password' : 'text'}
              maxLength={CAPTCHA_LENGTH}
              // Other values would offer passwords, or the codes that a bank has just sent to the phone.
              autoComplete="off"
              {...notForPasswordManagers}
              autoCorrect="off"
              spellCheck={false}
              className={`control font-mono tracking-widest ${masked ? 'rounded-e-none border-e-0' : ''}`}
            />
            {masked && (
              <button
                type="button"
                disabled={!hydrated}
                onClick={() => setHidden(!hidden)}
                className="captcha-button"
              >
                <span>{hidden ? labels.captchaShow : labels.captchaHide}</span>
                <span className="sr-only">{` ${labels.ofCaptcha}`}</span>
              </button>
            )}
          </div>
        )}
      </Field>
    </div>
  );
}

/** Draws the code: each character has its own angle, and the drawing of the theme is behind them. */
function CaptchaPlate({ code }: { code: string | undefined }) {
  const letters = [...(code ?? '')];
  return (
    <div className="captcha-plate">
      {code && (
        <Drawing
          file={drawing}
          width={495}
          height={169}
          fit="xMidYMid slice"
          className="absolute inset-0 size-full text-edge"
        />
      )}
      <div role="group" aria-label={labels.captchaCode} translate="no" className="captcha-code">
        {letters.map((letter, at) => (
          <span
            key={`${at}${letter}`}
            role="img"
            aria-label={spoken(letter)}
            style={{ transform: poseOf(letter.charCodeAt(0), at) }}
            className="inline-block"
          >
            {letter}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The name of a character for screen readers, which would otherwise not tell the case of a letter. */
function spoken(letter: string): string {
  if (/\d/.test(letter)) return letter;
  const words = letter === letter.toUpperCase() ? labels.capitalLetter : labels.smallLetter;
  return fillPlaceholders(words, { letter: letter.toUpperCase() });
}

function poseOf(letter: number, at: number): string {
  return `rotate(${((letter * 37 + at * 53) % 17) - 8}deg)`;
}

/** Alt+V and Ctrl+V replace the typed text with the first six characters of the clipboard. */
function usePasting(onFill: (text: string) => void) {
  const pasted = useRef(false);

  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!text) return;
    event.preventDefault();
    pasted.current = true;
    onFill(captchaFromClipboard(text));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Compares the key's position, because Alt with this key types another character on a Mac.
    if (event.code !== 'KeyV' && event.key.toLowerCase() !== 'v') return;
    if (event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      void readClipboard().then((text) =>
        text === undefined ? showToast(labels.pasteByKeys) : fill(text),
      );
    } else if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      // The browser's own paste needs no permission. If the browser does not paste, the page reads the clipboard.
      pasted.current = false;
      setTimeout(() => {
        if (!pasted.current) void readClipboard().then((text) => text && fill(text));
      });
    }
  };

  const fill = (text: string) => onFill(captchaFromClipboard(text));
  return { onPaste, onKeyDown };
}

/** The text of the clipboard; undefined if the browser or the visitor refuses. The visitor can still type the code. */
async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return undefined;
  }
}
