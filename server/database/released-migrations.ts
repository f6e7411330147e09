/**
 * The checksums of the migrations that came with each released version, written by scripts/release/release.ts. A listed migration
 * is never edited.
 */
export const releasedMigrations: Record<string, Record<string, string>> = {
  '1.0.0': {
    '0001-initial': 'e5eb3c6b6082fc3fcd86d59dcfcd00b76ff78ba976c061ac78c0829f79fb2a8d',
  },
  '1.1.0': {
    '0002-moments-of-money': '7ca168f94ca98590f887195da1f31f2696e9d3ed873ae796c03acca11bc297e9',
    '0003-who-asked': '2f3c3bab72e5a4423ebb3a9bc203c36cc5bb1224882e557b5fe4c5b6a5cdd282',
    '0004-counted-places': '066d0b7c079fa94fa2cece50a53ace2ffb3a2c9037357c7feddd04e5241262d3',
    '0005-contributions': '1e286a3a1e2bdf7cdfae60a558072a949da7cbb956fa2001800b18a6aef8cd5e',
    '0006-survey': '707062ab9de565f0cdad9034bdf2718ee0be26b4229e8b512586fd4ea2cd6b46',
    '0007-affiliation-organisations':
      'bd4b0ba245292439ea12b2c2448dce9ea867df5f36b9ef07a2cfc6d2fbbd5557',
    '0008-talk-material': 'b032cc5aae45b00364c7a0eb326e355b39fba5ef9a4552adf19b1f041f8162d0',
    '0009-session-places': '2f1e20c1644b63039a8e1dc08dd95c25e1d17743aebdc1c08a55b1279e9e8c61',
    '0010-agenda-links': '637db76f9f0f6f9e13dc6e6be2047cc39fb7f4d1648f6fd1b3504fe31f485216',
    '0011-person-since': '77ab361049ccb6cbf0321f8d1e121d5d69150dd2ddff97a8aed25e1b70a78cbd',
    '0012-review-rounds': 'abf5a63e26412e67776876c82874214d596fdc325235c525a50bd6436b6b6b83',
    '0013-posters': '41d3fc48fb5799d538cc4540deb9947b5d0b7fe625addcdad899be5358ff8e7b',
    '0014-colleagues': 'e7c018145be61019dc2e656e8c4c0063a0f09c087ccdbcefabee7a4cf002355b',
    '0015-reviewer-pages': 'a1a23b0cd50bdff1d1ac3bd36dcf433cf0f694e299b8271d2e062c68879cea38',
    '0016-comments-of-decisions':
      'e7ebe0d4a864ee2afa615bc011d104ea7c7510c15547332f988846f8447585a2',
    '0017-limits-of-reviewers': 'd417bc8451606ba454091ca2e5b98fe97da34ca8eb25d6fd2ee9ba67af267779',
    '0018-poster-judges': 'a5ec29b3818b3bef6d104d996aed6f821a7e88287766a507f7172b5c0f0e5328',
    '0019-webhooks': '02eebfefdca3cf76306c4ce14be1e1cbb17f7e1eb3261ece90528a9fd6857870',
    '0020-bounces': '09f56f6d049cbf6434992bb5068aa755612f48ab03df01555c139d8ef7ad505a',
    '0021-addresses-of-e-invoices':
      '5bd4d0330459a642229aa7a593f823ca379d19ff8ccfaf3e574e17b1e093d7ca',
    '0022-cash': '58e8f68f824af41bcefed1451b0d75a32564c578b97428c70c80e11cda4bec74',
    '0023-content-saves': '1f38094a73124eef54f5e277a0be3152d9c71ec29c3f667ac556a9a07a1e04ba',
    '0024-notes-of-the-chair': '663a2c1a89cb8581dbfd17177524d11a9499eb9c3a8720781ec95b24b91ddc0b',
    '0025-two-payers': '39679584177a847bed7b76c95a5c50168094e071835c0d8b5dfd82008637652b',
    '0026-sessions-of-colleagues':
      '2c5b73f6af29142e1af7bd881d7e65dd81f6e813d86e43744017f47c6b03f3a7',
    '0027-judges-give-back': '91251a7195d5e023b5a2b941c35090bab457563c614a5598d77a028708f50491',
    '0028-published-saves': '2e29824a71f44c8d5e465fee9e5793d6f1ab778e04f3eb98c82b47dca65e8032',
    '0029-refunds-in-trouble': '36517acdc947bd2a2b02901ad6866ff3f53bf8d0e6326b6c31e02dadd0b08ece',
    '0030-waiting-for-more': '64bd59bfc3ec6b16ac31d04e2b2235507a218bcb87a47b98d2ec193e0a69484f',
    '0031-companions': 'ae11af39140852f905dbf91fa12719d4d94c37e934ef0bd626c9ad4acd892b5b',
    '0032-parts-of-orders': '8e40ba13fc060e092d483ad917cc7235336853500e35d102c9a61580bb7c83ee',
  },
  '1.2.0': {
    '0033-reviews-not-begun': 'b6a927a3a537b7c08919fcbc7dd95a3692372f4a4e6ef204aaad4a652f8334d9',
  },
  '1.2.1': {},
};
