import { use } from 'react';
import type { AbstractStory } from '../read-pages.ts';
import { ActionButton } from './action-dialog.tsx';
import { OffersContext } from './added.ts';
import type { Offer } from './offered.ts';

type Props = {
  isOffered: (offer: Offer) => boolean | undefined;
  subject: string;
  /** The person and the amount that was paid, for the forms that begin with them. */
  paid?: string | undefined;
  isForOrder?: boolean;
  preset: Record<string, string | undefined>;
  /** The person or payer whose values fill the form. */
  about?: Parameters<NonNullable<Offer['current']>>[0];
  /** The abstract whose values fill the form. */
  story?: AbstractStory;
  onDone: () => void;
};

/** The buttons of the actions for which `isOffered` is true. */
export function OfferedActions({ isOffered, about = {}, story, paid, isForOrder, ...rest }: Props) {
  const fitting = use(OffersContext).filter((offer) => isOffered(offer));
  if (fitting.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {fitting.map(({ action, sendsAll, current, currentOfAbstract, preset, ...offer }) => (
        <ActionButton
          key={action}
          action={action}
          sendsAll={sendsAll}
          variant="secondary"
          title={isForOrder ? offer.titleForOrder : undefined}
          intro={offer.namesPaid && paid}
          current={story ? currentOfAbstract?.(story) : current?.(about)}
          {...rest}
          preset={preset?.(about) ?? rest.preset}
        />
      ))}
    </div>
  );
}
