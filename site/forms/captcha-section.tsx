import * as labels from 'content:labels/forms';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useSiteWords } from '#site/layout/site-words.ts';
import { Banner } from '#site/ui/banner.tsx';
import { CaptchaField, notForPasswordManagers } from './captcha-field.tsx';
import { Focused } from './focus.tsx';
import { FormSection } from './form-section.tsx';
import { HONEYPOT } from './honeypot.ts';

/** The part of the result of `useGuardedForm` that the section uses. */
export type Guarded = {
  code: string | undefined;
  renew: () => void;
  field: (name: 'captcha') => UseFormRegisterReturn & { error: string | undefined };
  honeypot: { onKeyDown: () => void; error: unknown };
  form: {
    register: (name: typeof HONEYPOT) => UseFormRegisterReturn;
    setValue: (name: 'captcha' | typeof HONEYPOT, text: string) => void;
    setFocus: (name: 'captcha') => void;
    clearErrors: (name: 'captcha') => void;
  };
};

type CaptchaSectionProps = {
  of: Guarded;
  hint: ReactNode;
  masked?: boolean;
  autoCapitalize?: string;
  children?: ReactNode;
};

/** The captcha and the honeypot, which prevent programs from sending a form. */
export function CaptchaSection({ of, children, ...looks }: CaptchaSectionProps) {
  const { code, renew, field, form, honeypot } = of;
  const fill = (text: string) => {
    form.setValue('captcha', text);
    form.clearErrors('captcha');
  };
  return (
    <FormSection heading={labels.captcha}>
      <CaptchaField
        {...looks}
        code={code}
        onRefresh={() => {
          renew();
          fill('');
          form.setFocus('captcha');
        }}
        onFill={fill}
        {...field('captcha')}
      />
      <Honeypot {...form.register(HONEYPOT)} onKeyDown={honeypot.onKeyDown} />
      <HoneypotNote error={honeypot.error} onShow={() => form.setValue(HONEYPOT, '')} />
      {children}
    </FormSection>
  );
}

/** Tells a visitor why the form was not sent. */
function HoneypotNote({ error, onShow }: { error: unknown; onShow: () => void }) {
  const words = useSiteWords()?.forms;
  const empty = useEffectEvent(onShow);
  useEffect(() => {
    if (error) empty();
  }, [error]);

  if (!error) return null;
  return (
    <Focused when={error} className="mt-6">
      <Banner tone="error">{words?.filledByBrowser}</Banner>
    </Focused>
  );
}

function Honeypot(attributes: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor={HONEYPOT}>{useSiteWords()?.forms.leaveEmpty}</label>
      <input
        {...attributes}
        id={HONEYPOT}
        type="text"
        name={HONEYPOT}
        tabIndex={-1}
        autoComplete="off"
        {...notForPasswordManagers}
      />
    </div>
  );
}
