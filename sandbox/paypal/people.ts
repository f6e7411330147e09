// The buyer and the seller of every order of the sandbox.

export const merchant = {
  email_address: 'merchant@sandbox.example',
  merchant_id: 'SANDBXSELLER2',
} as const;

export const payer = {
  name: { given_name: 'Sandbox', surname: 'Buyer' },
  email_address: 'buyer@sandbox.example',
  payer_id: 'SANDBXBUYER23',
  address: { country_code: 'DE' },
} as const;

/** The same buyer as a payment source. */
export const wallet = {
  email_address: payer.email_address,
  account_id: payer.payer_id,
  account_status: 'VERIFIED',
  name: payer.name,
  address: payer.address,
} as const;
