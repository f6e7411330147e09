-- One person after the other: registers and, in turns with that, those of a moment ago open their checkout.
local number = tonumber(os.getenv("FIRST"))
local whole = os.getenv("WHOLE") == "yes"
local behind = 400
local turn = 0

wrk.method = "POST"
wrk.headers["content-type"] = "application/json"

local function person(n)
  return string.format(
    '{"name":"Visitor %013d","email":"v%013d@bench.example","phone":"+49 30 5550",' ..
    '"instituteOrUniversity":"Institute of Haste","country":"Germany",' ..
    '"presentationType":"SPEAKER","registrationType":"REGISTRATION_ONLY"}', n, n)
end

function request()
  turn = turn + 1
  if whole and turn % 2 == 0 then
    return wrk.format(nil, "/api/payment/create-checkout-session?pricingConfigId=speaker", nil, person(number - behind))
  end
  number = number + 1
  return wrk.format(nil, "/api/registration/register", nil, person(number))
end
