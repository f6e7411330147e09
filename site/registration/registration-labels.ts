import { registrationTypes } from '#contract/registration-options.ts';
import type { Labels } from '#contract/content/shapes/labels-shape.ts';

/** The longer labels of the form. They are in the page's data, because the scripts of the page have a limit of 155 kB. */
export type RegistrationLabels = ReturnType<typeof pickedLabels>;

/** Without the waiting list its label is absent. */
export function pickedLabels(labels: Labels['registration'] & { joinWaitingList?: string }) {
  const { requests, requestsNote, accompanyingPersonHint } = labels;
  const { extraNightsHint, extraNightsHintWithDays, nightsHint } = labels;
  const { guestsHint, manyGuests } = labels;
  const { entriesBack, startEmpty, formEmpty, entriesSaved, bringBack, discard } = labels;
  const { breakdown, loadingPrice, noPriceForChoice, retryOnline, pasteHint } = labels;
  const { chooseRegistrationType, choosePresentationType } = labels;
  const { writeToWaitingList, joinWaitingList, participation, prices } = labels;
  const { waitingListSubject, waitingListPlease, waitingListName } = labels;
  const { waitingListType, waitingListRoom } = labels;
  const { payWithCard, payWithPaypal, payByTransfer, registerFree, paymentError } = labels;
  return {
    stay: {
      requests,
      requestsNote,
      accompanyingPersonHint,
      extraNightsHint,
      extraNightsHintWithDays,
      nightsHint,
      guestsHint,
      manyGuests,
    },
    saved: { entriesBack, startEmpty, formEmpty, entriesSaved, bringBack, discard },
    price: { breakdown, loading: loadingPrice, shown: noPriceForChoice, retryOnline },
    waitingList: {
      writeToWaitingList,
      joinWaitingList,
      waitingListSubject,
      waitingListPlease,
      waitingListName,
      waitingListType,
      waitingListRoom,
    },
    payment: { payWithCard, payWithPaypal, payByTransfer, registerFree, paymentError },
    pasteHint,
    prices,
    participation: {
      heading: participation,
      chooseRegistrationType,
      choosePresentationType,
      registrationTypes: [
        { value: registrationTypes.registration.form, label: labels.registrationOnly },
        { value: registrationTypes.stay.form, label: labels.registrationAndAccommodation },
      ],
    },
  };
}
