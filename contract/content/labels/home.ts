/** The words of the home page. */
export const home = {
  partnerLogos: 'Partner logos',
  partnerLogo: '{partner} logo',
  pauseStrip: 'Pause the strip',
  /** The lowest price, or the lowest price of each phase. */
  priceFrom: 'Registration from {price}',
  priceFromWithFee: 'Registration from {price}, fee included',
  pricesFrom: 'Registration: {prices}',
  pricesFromWithFee: 'Registration: {prices}, fee included',
  phaseFrom: '{phase} from {price}',
  phaseUntilFrom: '{phase} until {day} from {price}',
  /** Around the words of a person. */
  quotation: '“{quote}”',
};
