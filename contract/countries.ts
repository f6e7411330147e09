import { distance } from './nearest-word.ts';
import { APOSTROPHES } from './signs.ts';

/** Accents, apostrophes and full stops, which names of countries are compared without. */
const MARKS = new RegExp(`\\p{M}|[.${APOSTROPHES}]`, 'gu');

/**
 * The one list of countries. Each line has the two codes of ISO 3166-1, the name in forms and orders, then other English
 * names, codes and abbreviations that people write. Names in other languages come from `Intl`. A new version of Node
 * changes no name here; a test compares the list with `Intl` and reports every country that has a new name.
 */
const TABLE = `
AD AND Andorra
AE ARE United Arab Emirates; UAE; Emirates; VAE; Emirate; Émirats arabes unis; EAU
AF AFG Afghanistan
AG ATG Antigua and Barbuda
AI AIA Anguilla
AL ALB Albania
AM ARM Armenia
AO AGO Angola
AQ ATA Antarctica
AR ARG Argentina
AS ASM American Samoa
AT AUT Austria; Oesterreich
AU AUS Australia
AW ABW Aruba
AX ALA Åland Islands; Aland
AZ AZE Azerbaijan
BA BIH Bosnia and Herzegovina; Bosnia; Bosnia Herzegovina
BB BRB Barbados
BD BGD Bangladesh
BE BEL Belgium
BF BFA Burkina Faso
BG BGR Bulgaria
BH BHR Bahrain
BI BDI Burundi
BJ BEN Benin
BL BLM Saint Barthélemy
BM BMU Bermuda
BN BRN Brunei; Brunei Darussalam
BO BOL Bolivia; Bolivia, Plurinational State of; Plurinational State of Bolivia
BQ BES Caribbean Netherlands; Bonaire, Sint Eustatius and Saba
BR BRA Brazil
BS BHS Bahamas
BT BTN Bhutan
BV BVT Bouvet Island
BW BWA Botswana
BY BLR Belarus; Byelorussia; Weissrussland; Weißrussland; Wit-Rusland; Biélorussie; Bielorussia; Bielorrusia; White Russia
BZ BLZ Belize
CA CAN Canada
CC CCK Cocos (Keeling) Islands; Cocos Islands
CD COD Democratic Republic of the Congo; Congo, Democratic Republic; Congo, Democratic Republic of the; DR Congo; DRC; Congo-Kinshasa; Zaire
CF CAF Central African Republic
CG COG Republic of the Congo; Congo; Congo-Brazzaville; Congo, Republic; Congo, Republic of the
CH CHE Switzerland; SUI; Schweizerische Eidgenossenschaft; Helvetia; Swiss
CI CIV Ivory Coast; Côte d’Ivoire; Elfenbeinküste; Costa de Marfil
CK COK Cook Islands
CL CHL Chile
CM CMR Cameroon
CN CHN China; Mainland China; China mainland; PRC; PR China; PR of China; Volksrepublik China; VR China; République populaire de Chine
CO COL Colombia; Columbia
CR CRI Costa Rica
CU CUB Cuba
CV CPV Cape Verde; Cabo Verde; Kapverden; Kapverdische Inseln
CW CUW Curaçao
CX CXR Christmas Island
CY CYP Cyprus
CZ CZE Czechia; Czech Republic; Tschechische Republik; République tchèque; República Checa; Repubblica Ceca; Česká republika; Republika Czeska; Tsjechische Republiek; Tschechei; Чехия
DE DEU Germany; GER; FRG; BRD; Bundesrepublik Deutschland; République fédérale d’Allemagne
DJ DJI Djibouti
DK DNK Denmark; DEN
DM DMA Dominica
DO DOM Dominican Republic
DZ DZA Algeria
EC ECU Ecuador
EE EST Estonia
EG EGY Egypt
EH ESH Western Sahara
ER ERI Eritrea
ES ESP Spain
ET ETH Ethiopia
FI FIN Finland
FJ FJI Fiji
FK FLK Falkland Islands; Falklands; Falkland Islands (Malvinas)
FM FSM Micronesia; Federated States of Micronesia; Micronesia, Federated States of
FO FRO Faroe Islands; Faeroe Islands; Faroes
FR FRA France
GA GAB Gabon
GB GBR United Kingdom; UK; Great Britain; Britain; England; Scotland; Wales; Northern Ireland; United Kingdom of Great Britain and Northern Ireland; Großbritannien; Grande-Bretagne; Gran Bretaña; Gran Bretagna; Grã-Bretanha; Groot-Brittannië; Wielka Brytania; Velká Británie; Veľká Británia; Velika Britanija; Nagy-Britannia; Marea Britanie; Storbritannia; Iso-Britannia; Suurbritannia; Büyük Britanya; Великобритания; Angleterre; Inglaterra; Inghilterra; Engeland; Anglia; Anglie; Schottland; Écosse; Nordirland; England and Wales
GD GRD Grenada
GE GEO Georgia
GF GUF French Guiana
GG GGY Guernsey
GH GHA Ghana
GI GIB Gibraltar
GL GRL Greenland
GM GMB Gambia
GN GIN Guinea
GP GLP Guadeloupe
GQ GNQ Equatorial Guinea
GR GRC Greece; Hellas; Hellenic Republic; EL; GRE
GS SGS South Georgia and the South Sandwich Islands; South Georgia
GT GTM Guatemala
GU GUM Guam
GW GNB Guinea-Bissau
GY GUY Guyana
HK HKG Hong Kong; Hong Kong, China; China, Hong Kong; Hong Kong SAR; Hong Kong SAR, China; Hong Kong, PR China
HM HMD Heard Island and McDonald Islands; Heard and McDonald Islands
HN HND Honduras
HR HRV Croatia; CRO
HT HTI Haiti
HU HUN Hungary
ID IDN Indonesia
IE IRL Ireland; Eire; Irish Republic
IL ISR Israel; State of Israel
IM IMN Isle of Man
IN IND India; Bharat
IO IOT British Indian Ocean Territory
IQ IRQ Iraq
IR IRN Iran; Iran, Islamic Republic of
IS ISL Iceland
IT ITA Italy
JE JEY Jersey
JM JAM Jamaica
JO JOR Jordan; Hashemite Kingdom of Jordan
JP JPN Japan
KE KEN Kenya
KG KGZ Kyrgyzstan; Kyrgyz Republic
KH KHM Cambodia; Kampuchea
KI KIR Kiribati
KM COM Comoros
KN KNA Saint Kitts and Nevis
KP PRK North Korea; DPRK; Korea, North; Korea (North); Democratic People’s Republic of Korea; Korea, Democratic People’s Republic of
KR KOR South Korea; Korea; S. Korea; ROK; Korea, South; Korea, Republic of
KW KWT Kuwait; State of Kuwait
KY CYM Cayman Islands
KZ KAZ Kazakhstan
LA LAO Laos; Lao PDR; Lao People’s Democratic Republic
LB LBN Lebanon; Lebanese Republic
LC LCA Saint Lucia
LI LIE Liechtenstein
LK LKA Sri Lanka
LR LBR Liberia
LS LSO Lesotho
LT LTU Lithuania
LU LUX Luxembourg; Luxemburg
LV LVA Latvia
LY LBY Libya; State of Libya; Libyan Arab Jamahiriya
MA MAR Morocco
MC MCO Monaco
MD MDA Moldova; Moldova, Republic of; Moldavie; Moldavia; Moldau; Moldawien
ME MNE Montenegro
MF MAF Saint Martin; Saint Martin (French part)
MG MDG Madagascar
MH MHL Marshall Islands
MK MKD North Macedonia; Macedonia; FYROM; FYR Macedonia; Macedonia, the former Yugoslav Republic of; Mazedonien; Macédoine; Makedonien
ML MLI Mali
MM MMR Myanmar; Burma; Myanmar (Burma); Birma; Birmanie; Birmania
MN MNG Mongolia
MO MAC Macao; Macau; Macao, China; Macau, China; China, Macao; China, Macau; Macao SAR; Macau SAR; Macao SAR, China; Macau SAR, China
MP MNP Northern Mariana Islands
MQ MTQ Martinique
MR MRT Mauritania
MS MSR Montserrat
MT MLT Malta
MU MUS Mauritius
MV MDV Maldives
MW MWI Malawi
MX MEX Mexico; United Mexican States
MY MYS Malaysia
MZ MOZ Mozambique
NA NAM Namibia
NC NCL New Caledonia
NE NER Niger
NF NFK Norfolk Island
NG NGA Nigeria
NI NIC Nicaragua
NL NLD Netherlands; Holland; Netherlands (Kingdom of the); NED; Hollande; Holanda; Olanda; Holandia; Holandsko; Niederlande (Holland); Голландия
NO NOR Norway
NP NPL Nepal
NR NRU Nauru
NU NIU Niue
NZ NZL New Zealand; Aotearoa
OM OMN Oman
PA PAN Panama
PE PER Peru
PF PYF French Polynesia; Tahiti
PG PNG Papua New Guinea
PH PHL Philippines
PK PAK Pakistan
PL POL Poland
PM SPM Saint Pierre and Miquelon
PN PCN Pitcairn Islands; Pitcairn
PR PRI Puerto Rico
PS PSE Palestine; Palestinian Territories; Palestinian Territory; State of Palestine; Palestine, State of; Palestinian Authority; Occupied Palestinian Territory; Palestinian Territory, Occupied
PT PRT Portugal; POR
PW PLW Palau
PY PRY Paraguay
QA QAT Qatar; State of Qatar
RE REU Réunion
RO ROU Romania; Rumania
RS SRB Serbia
RU RUS Russia; Russian Federation; Russische Föderation; Fédération de Russie; Российская Федерация
RW RWA Rwanda
SA SAU Saudi Arabia; KSA
SB SLB Solomon Islands
SC SYC Seychelles
SD SDN Sudan
SE SWE Sweden
SG SGP Singapore
SH SHN Saint Helena; Saint Helena, Ascension and Tristan da Cunha
SI SVN Slovenia
SJ SJM Svalbard and Jan Mayen; Svalbard
SK SVK Slovakia; Slovak Republic; Slowakische Republik; Slovenská republika; République slovaque
SL SLE Sierra Leone
SM SMR San Marino
SN SEN Senegal
SO SOM Somalia
SR SUR Suriname; Surinam
SS SSD South Sudan
ST STP São Tomé and Príncipe
SV SLV El Salvador
SX SXM Sint Maarten; Sint Maarten (Dutch part)
SY SYR Syria; Syrian Arab Republic
SZ SWZ Eswatini; Swaziland; Swasiland
TC TCA Turks and Caicos Islands
TD TCD Chad
TF ATF French Southern Territories
TG TGO Togo
TH THA Thailand
TJ TJK Tajikistan
TK TKL Tokelau
TL TLS Timor-Leste; East Timor; Osttimor
TM TKM Turkmenistan
TN TUN Tunisia
TO TON Tonga
TR TUR Türkiye; Turkey; Turkiye
TT TTO Trinidad and Tobago; Trinidad
TV TUV Tuvalu
TW TWN Taiwan; Taiwan, ROC; ROC; Republic of China; Chinese Taipei; Taiwan, Republic of China; Taiwan, China; China, Taiwan; Taiwan, Province of China
TZ TZA Tanzania; Tanzania, United Republic of; United Republic of Tanzania
UA UKR Ukraine
UG UGA Uganda
UM UMI United States Minor Outlying Islands; U.S. Outlying Islands
US USA United States; U.S.; USA; United States of America; America; Amerika; EE UU; EEUU; Vereinigte Staaten von Amerika; États-Unis d’Amérique; Estados Unidos de América; Stati Uniti d’America; Estados Unidos da América; Stany Zjednoczone Ameryki; Spojené státy americké; Verenigde Staten van Amerika; США
UY URY Uruguay
UZ UZB Uzbekistan
VA VAT Vatican City; Vatican; Holy See; Vatican City State; Holy See (Vatican City State)
VC VCT Saint Vincent and the Grenadines; Saint Vincent
VE VEN Venezuela; Venezuela, Bolivarian Republic of; Bolivarian Republic of Venezuela
VG VGB British Virgin Islands; Virgin Islands, British
VI VIR U.S. Virgin Islands; US Virgin Islands; Virgin Islands, U.S.; United States Virgin Islands
VN VNM Vietnam; Viet Nam
VU VUT Vanuatu
WF WLF Wallis and Futuna
WS WSM Samoa; Western Samoa
XK XKX Kosovo
YE YEM Yemen
YT MYT Mayotte
ZA ZAF South Africa; RSA
ZM ZMB Zambia
ZW ZWE Zimbabwe
`;

/** The choice for people whose country is not in the list. */
export const OTHER_COUNTRY = 'Other';

/** The languages in which people may write the name of a country. */
const LANGUAGES =
  'en de fr es pt it nl pl cs sk sl hr hu ro bg sv da nb fi et lv lt el tr ru uk ca id zh zh-Hant ja ko'.split(
    ' ',
  );

type Country = { code: string; name: string; names: string[] };

const countries = TABLE.trim()
  .split('\n')
  .map((line): Country => {
    const [code = '', alpha3 = '', ...words] = line.split(' ');
    const [name = '', ...others] = words.join(' ').split('; ');
    return { code, name, names: [name, code, alpha3, ...others] };
  });

/** The names in the order of the form. */
export const countryNames: readonly string[] = [
  ...countries.map(({ name }) => name),
  OTHER_COUNTRY,
].sort(new Intl.Collator('en').compare);

/** Territories that the registration form does not offer. Orders may have each of them. */
const TERRITORIES =
  'AI AQ AS AW AX BL BM BQ BV CC CK CW CX EH FK FO GF GG GI GL GP GS GU HM IM IO JE KY MF MP MQ MS NC NF NU PF PM PN PR RE SH SJ SX TC TF TK UM VG VI WF YT'.split(
    ' ',
  );

/** The countries of the registration form, if a conference has no list of its own. */
export const registrationCountries: readonly string[] = countries
  .filter(({ code }) => !TERRITORIES.includes(code))
  .map(({ name }) => name)
  .sort(new Intl.Collator('en').compare);

const offered = new Set(countryNames);

const written = new Map([
  ...countries.flatMap(({ name, names }) => names.map((one) => [folded(one), name] as const)),
  [folded(OTHER_COUNTRY), OTHER_COUNTRY] as const,
]);

/** The name in the forms for a country in any spelling, code or language. A text that names no country is unchanged. */
export function countryOf(text: string): string {
  return findCountry(text) ?? text;
}

/** The name in the forms for a country in any spelling; undefined if the text names no country. */
export function findCountry(text: string): string | undefined {
  // Most rows of a table have a name of the forms, and a table may have thousands of rows.
  if (offered.has(text)) return text;
  const key = folded(text);
  return written.get(key) ?? translated().get(key) ?? written.get(withoutForm(key));
}

/** The code of ISO 3166-1 of a country in any spelling: DE. */
export function countryCodeOf(text: string): string | undefined {
  const found = findCountry(text);
  return countries.find(({ name }) => name === found)?.code;
}

/** The country with the most similar name, for a text with one or two wrong letters. */
export function similarCountry(text: string): string | undefined {
  const key = folded(text);
  const mostDistance = key.length < 5 ? 1 : 2;
  const [nearest] = [...written]
    .filter(([one]) => one.length > 3)
    .map(([one, name]) => ({ name, changes: distance(key, one) }))
    .filter(({ changes }) => changes <= mostDistance)
    .sort((a, b) => a.changes - b.changes);
  return nearest?.name;
}

/** A name without case, accents, punctuation and articles. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bst\b/g, 'saint')
    .replace(/\bthe\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** "Federal Republic of Germany" is Germany. */
function withoutForm(key: string): string {
  return key.replace(
    /^(?:[a-z]+ )*?(?:republic|kingdom|commonwealth|sultanate|grand duchy|principality) of /,
    '',
  );
}

let translations: ReadonlyMap<string, string> | undefined;

/** Names in all languages. The map is built only when a text is not in the table, which is rare. */
function translated(): ReadonlyMap<string, string> {
  translations ??= new Map(
    LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).map((style) => [language, style] as const),
    )
      .flatMap(([language, style]) => {
        const names = new Intl.DisplayNames(language, { type: 'region', style });
        return countries.map(({ code, name }) => [folded(names.of(code) ?? code), name] as const);
      })
      // Two languages may use one word for two countries. The last entry of a Map wins, and the first language counts.
      .toReversed(),
  );
  return translations;
}
