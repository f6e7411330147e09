import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { CaptchaField } from './captcha-field.tsx';
import { FormSection } from './form-section.tsx';
import { Trap } from './trap.tsx';

/** What the section needs of a form, as `useGuardedForm` gives it. */
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

/** What keeps programs from sending a form. */
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
      <Trap {...form.register('website')} />
      {children}
    </FormSection>
  );
}
