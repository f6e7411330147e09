/** Invented people of 25 countries: given names, family names, and a place for their institutes. */
const COUNTRIES: [
  country: string,
  phone: string,
  given: string,
  family: string,
  institute: string,
][] = [
  [
    'Argentina',
    '+54',
    'Lautaro Milagros Facundo Abril',
    'Quiroga Ledesma Arce Vallejos',
    'Universidad Andina del Sur',
  ],
  [
    'Australia',
    '+61',
    'Callum Matilda Lachlan Imogen',
    'Whitmore Ashdown Kerrigan Doyle',
    'Coral Coast University',
  ],
  [
    'Austria',
    '+43',
    'Valentin Hannah Jakob Leonie',
    'Steinlechner Pichler Moosbrugger Egger',
    'Alpine Universität Inntal',
  ],
  [
    'Belgium',
    '+32',
    'Lotte Bram Elise Wout',
    'Verhaegen Claessens Goossens Dewulf',
    'Schelde Universiteit',
  ],
  [
    'Brazil',
    '+55',
    'Thiago Larissa Caio Helena',
    'Figueiredo Nogueira Brandão Siqueira',
    'Universidade do Atlântico',
  ],
  [
    'Canada',
    '+1',
    'Audrey Mathieu Claire Owen',
    'Tremblay Gauthier Macrae Lavallée',
    'Northern Lakes University',
  ],
  ['China', '+86', 'Yichen Ruoxi Haoyu Mengqi', 'Shen Lu Fang Xie', 'Jinhe University'],
  [
    'Czechia',
    '+420',
    'Vojtěch Adéla Matěj Klára',
    'Šimek Hrubá Zelenka Marešová',
    'Univerzita Vltava',
  ],
  [
    'Denmark',
    '+45',
    'Asger Freja Malthe Signe',
    'Kjeldsen Bruun Overgaard Holst',
    'Øresund Universitet',
  ],
  [
    'Egypt',
    '+20',
    'Youssef Nour Karim Salma',
    'Mansour Fahmy Shaheen Zaki',
    'Nile Delta University',
  ],
  [
    'Finland',
    '+358',
    'Aino Eetu Helmi Onni',
    'Väisänen Kettunen Rautio Hyvönen',
    'Institute of Slow Science',
  ],
  [
    'France',
    '+33',
    'Camille Baptiste Inès Théo',
    'Lefèvre Charpentier Bonnard Roussel',
    'Université des Trois Collines',
  ],
  [
    'Germany',
    '+49',
    'Jannik Frieda Lennart Mathilda',
    'Brüggemann Ohlsen Wiedenhöft Seidel',
    'Institut Elbtal',
  ],
  [
    'Greece',
    '+30',
    'Nikos Eleni Stavros Danae',
    'Karagiannis Doukas Vlachou Mylonas',
    'Aegean Research Centre',
  ],
  [
    'India',
    '+91',
    'Arjun Meera Rohan Ananya',
    'Deshpande Kulkarni Iyer Banerjee',
    'Godavari Institute of Technology',
  ],
  [
    'Ireland',
    '+353',
    'Cillian Aoife Darragh Niamh',
    'O’Rourke Kinsella Fallon Breen',
    'Shannon Institute',
  ],
  [
    'Italy',
    '+39',
    'Matteo Ginevra Lorenzo Chiara',
    'Bellucci Ferrante Tonioli Marchesi',
    'Politecnico della Laguna',
  ],
  [
    'Japan',
    '+81',
    'Haruto Yui Sota Akari',
    'Kurosawa Minami Hayashi Oda',
    'Setouchi Research Laboratory',
  ],
  [
    'Kenya',
    '+254',
    'Wanjiru Otieno Achieng Kamau',
    'Mwangi Odhiambo Njoroge Wekesa',
    'Rift Valley University',
  ],
  [
    'Mexico',
    '+52',
    'Emiliano Ximena Iker Renata',
    'Saldívar Ochoa Villaseñor Cárdenas',
    'Universidad del Bajío',
  ],
  [
    'Poland',
    '+48',
    'Kacper Zofia Jędrzej Maja',
    'Wróblewski Kalinowska Głowacki Sobczak',
    'Uniwersytet Wisła',
  ],
  [
    'Portugal',
    '+351',
    'Tomás Leonor Duarte Matilde',
    'Figueira Quaresma Lobo Salgueiro',
    'Universidade do Estuário',
  ],
  [
    'Spain',
    '+34',
    'Álvaro Jimena Gonzalo Noa',
    'Echevarría Valverde Montero Ibáñez',
    'Instituto Cantábrico',
  ],
  [
    'Sweden',
    '+46',
    'Elsa Viggo Tuva Algot',
    'Lindqvist Hallberg Sjödin Åkerman',
    'Baltic Institute',
  ],
  ['Türkiye', '+90', 'Emir Defne Kerem Elif', 'Yıldırım Korkmaz Şahin Aksoy', 'Boğaz Enstitüsü'],
];

export type DemoPerson = {
  name: string;
  email: string;
  phone: string;
  institute: string;
  country: string;
};

/** The same number always gives the same person. The domains of the mail addresses belong to nobody. */
export function demoPerson(number: number): DemoPerson {
  const [country, prefix, given, family, institute] = COUNTRIES[number % COUNTRIES.length] ?? [
    '',
    '',
    '',
    '',
    '',
  ];
  const round = Math.floor(number / COUNTRIES.length);
  const names = given.split(' ');
  const families = family.split(' ');
  const first = names[round % names.length] ?? '';
  // A pair of names repeats only after all other pairs.
  const last = families[(round + Math.floor(round / names.length)) % families.length] ?? '';
  const name = `${first} ${last}`;
  return {
    name,
    email: `${plain(first)}.${plain(last)}${number + 1}@${plain(institute.split(' ')[0] ?? '')}.example`,
    phone: `${prefix} 555 01${String(number % 100).padStart(2, '0')}`,
    institute,
    country,
  };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}
