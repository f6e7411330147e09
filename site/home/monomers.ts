export type Monomer = [x: number, y: number, angle: number, turn: 'left' | 'right'];

/**
 * Twenty monomers on the chains of the drawing: the position in the drawing's units, the angle of the bond before this
 * position in degrees, and the side to which the chain turns next. The loader puts the list into the page's data, so that no
 * script contains it.
 */
export const monomers: Monomer[] = [
  [653, 832, -90, 'left'],
  [675.5, 663, -150, 'left'],
  [630.5, 559, -90, 'left'],
  [450.3, 403, 150, 'left'],
  [540.4, 585, -30, 'left'],
  [472.8, 676, 150, 'right'],
  [427.8, 442, -90, 'left'],
  [360.3, 507, -150, 'right'],
  [427.8, 598, 30, 'right'],
  [427.8, 676, 30, 'right'],
  [472.8, 702, -30, 'right'],
  [765.6, 247, -90, 'left'],
  [540.4, 195, -150, 'left'],
  [720.5, 273, 90, 'left'],
  [607.9, 442, 150, 'left'],
  [765.6, 585, -30, 'right'],
  [653, 468, -150, 'right'],
  [788.1, 286, -90, 'right'],
  [833.1, 312, -150, 'left'],
  [765.6, 507, -150, 'right'],
];
