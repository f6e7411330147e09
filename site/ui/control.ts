/** The style of inputs, selects and text areas. */
export const control = 'control';
