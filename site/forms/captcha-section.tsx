import type { ComponentProps, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { CaptchaField } from './captcha-field.tsx';
import { FormSection } from './form-section.tsx';
import { HONEYPOT } from './honeypot.ts';

/** What the section needs of the result of `useGuardedForm`. */
export type Guarded = {
  code: string | undefined;
  renew: () => void;
  field: (name: 'captcha') => UseFormRegisterReturn & { error: string | undefined };
  form: {
    register: (name: 'website') => UseFormRegisterReturn;
    setValue: (name: 'captcha', text: string) => void;
    clearErrors: (name: 'captcha') => void;
  };
};

type CaptchaSectionProps = {
  of: Guarded;
  hint: string;
  masked?: boolean;
  autoCapitalize?: string;
  children?: ReactNode;
};

/** The captcha and the honeypot, which keep programs from sending a form. */
export function CaptchaSection({ of, children, ...looks }: CaptchaSectionProps) {
  const { code, renew, field, form } = of;
  const fill = (text: string) => {
    form.setValue('captcha', text);
    form.clearErrors('captcha');
  };
  return (
    <FormSection heading="Captcha">
      <CaptchaField
        {...looks}
        code={code}
        onRefresh={() => {
          renew();
          fill('');
        }}
        onFill={fill}
        {...field('captcha')}
      />
      <Honeypot {...form.register('website')} />
      {children}
    </FormSection>
  );
}

function Honeypot(attributes: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor={HONEYPOT}>Leave this empty</label>
      <input
        {...attributes}
        id={HONEYPOT}
        type="text"
        name={HONEYPOT}
        tabIndex={-1}
        autoComplete="off"
        // Password managers leave it alone.
        data-1p-ignore
        data-lpignore="true"
        data-form-type="other"
      />
    </div>
  );
}
