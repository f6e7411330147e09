/** PayPal's issues in its own words, each with its HTTP status. */
export const issues = {
  INVALID_ARRAY_MAX_ITEMS: issue(400, 'The number of items in an array parameter is too large.'),
  INVALID_ARRAY_MIN_ITEMS: issue(400, 'The number of items in an array parameter is too small.'),
  INVALID_PARAMETER_SYNTAX: issue(
    400,
    'The value of a field does not conform to the expected format.',
  ),
  INVALID_PARAMETER_VALUE: issue(400, 'The value of a field is invalid.'),
  INVALID_STRING_LENGTH: issue(400, 'The value of a field is either too short or too long.'),
  MALFORMED_REQUEST_JSON: issue(400, 'The request JSON is not well formed.'),
  MISSING_REQUIRED_PARAMETER: issue(400, 'A required field / parameter is missing.'),
  FIELD_NOT_PATCHABLE: issue(400, 'Field cannot be patched.'),
  PAYPAL_REQUEST_ID_REQUIRED: issue(
    400,
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  ),
  INVALID_RESOURCE_ID: issue(
    404,
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  ),
  PREVIOUS_REQUEST_IN_PROGRESS: issue(
    409,
    'A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.',
  ),
  AMOUNT_MISMATCH: issue(
    422,
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  ),
  CANNOT_BE_NEGATIVE: issue(
    422,
    'Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.',
  ),
  CANNOT_BE_ZERO_OR_NEGATIVE: issue(
    422,
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  ),
  DECIMAL_PRECISION: issue(
    422,
    'If the currency supports decimals, only two decimal place precision is supported.',
  ),
  INVALID_CURRENCY_CODE: issue(
    422,
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  ),
  ITEM_TOTAL_MISMATCH: issue(
    422,
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ),
  ITEM_TOTAL_REQUIRED: issue(
    422,
    'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
  ),
  TAX_TOTAL_MISMATCH: issue(
    422,
    'Should equal sum of (tax * quantity) across all items for a given purchase_unit.',
  ),
  TAX_TOTAL_REQUIRED: issue(
    422,
    'If item details are specified (items.tax_total and items.quantity) corresponding amount.breakdown.tax_total is required.',
  ),
  MAX_VALUE_EXCEEDED: issue(422, 'Should be less than or equal to 9999999999999.99.'),
  MULTI_CURRENCY_ORDER: issue(
    422,
    'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
  ),
  UNSUPPORTED_INTENT: issue(422, 'Only `intent=CAPTURE` is supported.'),
  INCOMPATIBLE_PARAMETER_VALUE: issue(
    422,
    'The value of the field is incompatible/redundant with other fields in the order.',
  ),
  AMOUNT_CHANGE_NOT_ALLOWED: issue(
    422,
    'The amount specified is different from the amount authorized by payer.',
  ),
  ORDER_ALREADY_COMPLETED: issue(422, 'The order cannot be patched after it is completed.'),
  ORDER_NOT_APPROVED: issue(
    422,
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ),
  ORDER_ALREADY_CAPTURED: issue(
    422,
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ),
  INSTRUMENT_DECLINED: issue(
    422,
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  ),
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: issue(
    422,
    'You have exceeded the maximum number of payment attempts.',
  ),
  DUPLICATE_INVOICE_ID: issue(
    422,
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  ),
  PAYER_ACTION_REQUIRED: issue(
    422,
    'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
  ),
  PAYER_CANNOT_PAY: issue(
    422,
    'Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.',
  ),
  TRANSACTION_REFUSED: issue(422, 'The request was refused.'),
  COMPLIANCE_VIOLATION: issue(422, 'Transaction is declined due to compliance violation.'),
  CAPTURE_FULLY_REFUNDED: issue(422, 'The capture has already been fully refunded'),
  PENDING_CAPTURE: issue(
    422,
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  ),
  REFUND_AMOUNT_EXCEEDED: issue(
    422,
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  ),
  REFUND_CAPTURE_CURRENCY_MISMATCH: issue(
    422,
    'Refund must be in the same currency as the capture',
  ),
  REFUND_FAILED_INSUFFICIENT_FUNDS: issue(
    422,
    'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
  ),
  REFUND_NOT_ALLOWED: issue(422, 'Capture cannot be refunded.'),
  REFUND_TIME_LIMIT_EXCEEDED: issue(
    422,
    'You are over the time limit to perform a refund on this capture',
  ),
  TRANSACTION_DISPUTED: issue(
    422,
    'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
  ),
} as const;

export type Issue = keyof typeof issues;

export function isIssue(code: string): code is Issue {
  return Object.hasOwn(issues, code);
}

function issue<const Status extends 400 | 404 | 409 | 422>(status: Status, description: string) {
  return { status, description };
}
