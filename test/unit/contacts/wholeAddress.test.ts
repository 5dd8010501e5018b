import fc from 'fast-check';

import { readWholeAddress, readStreet } from '../../../nodes/contacts/wholeAddress';
import { runs } from '../../support/runs';

/** Whole addresses are composed as people write them, and read back. Anything else is null, or right. */

interface Country {
	names: string[];
	streets: string[];
	numbers: string[];
	codes: string[];
	towns: string[];
	/** Of street, number, postal code and town. */
	lines: (street: string, number: string) => string[];
}

const NUMBER_BEHIND = (street: string, number: string) => [`${street} ${number}`];

const DUTCH: Country = {
	names: ['Nederland', 'The Netherlands', 'NL', 'nederland'],
	streets:
		`Dorpsstraat;2e Jan van der Heijdenstraat;'t Zand;Laan van Nieuw-Oosteinde;Burg. de Vlugtlaan;Plein 1944;
		Mr. Treubstraat;'s-Gravenweg;Van Ostadestraat;8 Oktoberlaan;Laan 1940-1945;Kerkpad Zuidzijde`.split(
			/;\s*/,
		),
	numbers:
		`1;12;12A;12 a;12-A;12-2;12-14;12/2;12 hs;12-hs;12 bis;12-III;12 2hoog;127 B;1204;12 zw;12-A2`.split(
			';',
		),
	codes: ['1234AB', '3511 AB', '9999 zz', '1234DE', 'NL-1234 AB'],
	towns:
		`Utrecht;'s-Gravenhage;'s-Hertogenbosch;Den Haag;Bergen op Zoom;IJsselstein;Hengelo (Gld);Berg en Dal;Ee;
		Sint-Michielsgestel;St. Willebrord;Kapelle-op-den-Bos;UTRECHT;Nij Beets;utrecht;den haag;Bergen NH`.split(
			/;\s*/,
		),
	lines: NUMBER_BEHIND,
};

const BELGIAN: Country = {
	names: ['België', 'Belgique', 'Belgium', 'BE', 'B'],
	streets:
		`Kerkstraat;Rue de la Loi;Avenue Louise;Steenweg op Gent;Chaussée de Wavre;Place du 20 Août;
		Grote Markt;Boulevard du Jardin botanique`.split(/;\s*/),
	numbers: `16;16 bus 3;16b bus 0301;16 bte 3;16 boîte 12;16 bus A;16/2;16A;16-18;16 b3`.split(';'),
	codes: ['1000', '9000', 'B-4000', '7100'],
	towns:
		`Brussel;Bruxelles;Liège;La Louvière;De Panne;Le Rœulx;Sint-Katelijne-Waver;Woluwe-Saint-Lambert;Gent;
		Braine-l'Alleud;Court-Saint-Étienne;As`.split(/;\s*/),
	lines: (street, number) =>
		street.startsWith('Rue')
			? [`${street} ${number}`, `${street}, ${number}`]
			: [`${street} ${number}`],
};

const GERMAN: Country = {
	names: ['Deutschland', 'Germany', 'DE', 'D'],
	streets:
		`Hauptstraße;Hauptstr.;Straße des 17. Juni;Am Alten Markt;An der alten Mühle;Karl-Marx-Allee;
		Prof.-Dr.-Sauerbruch-Str.;Unter den Linden`.split(/;\s*/),
	numbers: `5;5a;5 a;5-7;5a-c;5/1;135;12 1/2`.split(';'),
	codes: ['10115', '01067', 'D-61348'],
	towns:
		`Berlin;Bad Homburg v. d. Höhe;Frankfurt am Main;Frankfurt (Oder);Halle (Saale);Frankfurt a. M.;Frankfurt/Main;
		Rothenburg ob der Tauber;Weil der Stadt;Lutherstadt Wittenberg;St. Ingbert;Freiburg im Breisgau`.split(
			/;\s*/,
		),
	lines: NUMBER_BEHIND,
};

const FRENCH: Country = {
	names: ['France', 'FRANCE', 'FR', 'Frankrijk'],
	streets:
		`rue de la Paix;Rue du 8 Mai 1945;avenue des Champs-Élysées;Bd Saint-Germain;place de l'Église;
		allée des Tilleuls;chemin du Moulin;Grand'Rue;impasse d'Alsace;quai Voltaire`.split(/;\s*/),
	numbers: `12;12 bis;12bis;12 ter;12B;12 B;12-14`.split(';'),
	codes: ['75002', '06000', 'F-67000'],
	towns:
		`Paris;L'Haÿ-les-Roses;Villeneuve-d'Ascq;Aix-en-Provence;Le Mans;La Roche-sur-Yon;Saint-Denis;Nice;PARIS;
		Bourg-lès-Valence;Paris Cedex 08`.split(/;\s*/),
	lines: (street, number) => [`${number} ${street}`, `${number}, ${street}`],
};

const withoutPrefix = (code: string) => code.replace(/^[A-Z]{1,2}-/, '');

const anyAddress = fc.constantFrom(DUTCH, BELGIAN, GERMAN, FRENCH).chain((country) =>
	fc
		.record({
			street: fc.constantFrom(...country.streets),
			houseNumber: fc.constantFrom(...country.numbers),
			code: fc.constantFrom(...country.codes),
			city: fc.constantFrom(...country.towns),
			country: fc.option(fc.constantFrom(...country.names)),
			separator: fc.constantFrom(', ', ',', '\n', ' - ', '; '),
			form: fc.nat(1),
			townForm: fc.constantFrom('one', 'one', 'two'),
		})
		.map(({ street, houseNumber, code, city, country: named, separator, form, townForm }) => {
			const lines = country.lines(street, houseNumber);
			// A dash stands in front of a postal code alone.
			const between = separator === ' - ' ? '\n' : separator;
			const isPrefixed = code !== withoutPrefix(code);
			const town = townForm === 'two' && !isPrefixed ? `${code},${city}` : `${code} ${city}`;
			const text =
				lines[form % lines.length] +
				(isPrefixed ? ', ' : separator) +
				town +
				(named ? between + named : '');
			const address = { street, houseNumber, postalCode: withoutPrefix(code), city };
			return { text, address: { ...address, country: named } };
		}),
);

it('an address of four countries is read as it was composed', () => {
	fc.assert(
		fc.property(anyAddress, ({ text, address }) => {
			expect([text, readWholeAddress(text)]).toEqual([text, address]);
		}),
		runs(3_000),
	);
});

it.each([
	['Dorpsstraat 12 3511 AB Utrecht', ['Dorpsstraat', '12', '3511 AB', 'Utrecht', null]],
	['Dorpsstraat 12 A 3511AB Utrecht', ['Dorpsstraat', '12 A', '3511AB', 'Utrecht', null]],
	['Kerkstraat 12 bus 3 9000 Gent', ['Kerkstraat', '12 bus 3', '9000', 'Gent', null]],
	['Hauptstraße 5 10115 Berlin Germany', ['Hauptstraße', '5', '10115', 'Berlin', 'Germany']],
	[
		'12 rue de la Paix 75002 Paris Cedex 08',
		['rue de la Paix', '12', '75002', 'Paris Cedex 08', null],
	],
	['Markt 4, 8660 De Panne', ['Markt', '4', '8660', 'De Panne', null]],
	['Markt 4, 1234 DE Utrecht', ['Markt', '4', '1234 DE', 'Utrecht', null]],
	['Markt 4, 8660 DE PANNE, België', ['Markt', '4', '8660', 'DE PANNE', 'België']],
	['Dorpsstraat nr. 12, 1234 AB Ede', ['Dorpsstraat', '12', '1234 AB', 'Ede', null]],
	['dorpsstraat 12, 1234ab ede, Nederland', ['dorpsstraat', '12', '1234ab', 'ede', 'Nederland']],
] as const)('%j is %j', (text, [street, houseNumber, postalCode, city, country]) => {
	expect(readWholeAddress(text)).toEqual({ street, houseNumber, postalCode, city, country });
});

/** Half of an address, two addresses, notes, and texts that can be read in two ways. */
const OTHERS =
	`Dorpsstraat|Dorpsstraat 12|Dorpsstraat 12, Utrecht|Dorpsstraat 12 Utrecht|1234 AB|1234 AB Utrecht|Utrecht
	Dorpsstraat, 1234 AB Utrecht|Dorpsstraat 12, 1234 AB|Dorpsstraat 12 1234 AB|12, 1234 AB Utrecht|12 1234 AB Utrecht
	Plein 1944, 6511 JC Nijmegen|Laan 1940-1945, 1234 AB Ede|Rue du 11 Novembre 1918, 4000 Liège|Rue du 8 Mai 1945, 75010 Paris
	Route Nationale 7, 13000 Aix-en-Provence|Rue de la Paix 12, 75002 Paris|Postbus 123, 1234 AB Utrecht|Postfach 12, 10115 Berlin
	BP 123, 75002 Paris|Antwoordnummer 12, 1234 AB Utrecht|Kamer 12, 1234 AB Utrecht|Zimmer 3, 10115 Berlin|Unit 4, 1234 AB Utrecht
	Haus 3, 12345 Ort|Bundesstraße 7, 12345 Ort|Kavel 12, 1234 AB Ede|Week 12, 1234 AB Ede|Tel 1234, 1234 AB Ede
	Markt 4, 8660 DE PANNE|Markt 4, 7100 LA LOUVIERE|markt 4, 8660 de panne|Markt 4, 1234 AB Utrecht graag bellen
	Markt 4, 1234 AB Utrecht (achterom)|Markt 4, 1234 AB Utrecht (graag eerst bellen)|Markt 4, 1234 AB Utrecht tel 0612345678
	Markt 4, 1234 AB Utrecht, bellen|Markt 4, achterhuis, 1234 AB Utrecht|Jan Jansen, Markt 4, 1234 AB Utrecht
	Jansen BV Markt 4, 1234 AB Utrecht|Fam. Jansen Markt 4, 1234 AB Utrecht|t.a.v. Jan Markt 4, 1234 AB Utrecht
	c/o Jansen Markt 4, 1234 AB Utrecht|Markt 4, 1234 AB Utrecht, Markt 6, 1234 AC Utrecht|Markt 4 en 6, 1234 AB Utrecht
	Markt 4 t/m 8, 1234 AB Utrecht|Markt 4 & 6, 1234 AB Utrecht|Markt 4, 1234 Utrecht, Nederland|Markt 4, 1234 AB Berlin, Deutschland
	Markt 4, 10115 Utrecht, Nederland|Markt 4, 1234 AB Gent, België|Markt 4, 1000 Paris, France|Markt 4, 1000 Paris France|Markt 4, CH-8001 Zürich
	Markt 4, L-1234 Luxembourg|Markt 4, 1234 AB Utrecht NL|1234 AB Utrecht, Markt 4|Markt 4, Utrecht 1234 AB|Utrecht, Markt 4, 1234 AB
	12 Markt, 1234 AB Utrecht|12 Hauptstraße, 10115 Berlin|3 Zimmer Wohnung, 10115 Berlin|12 rue de la Paix 16, 75002 Paris
	12 rue de la Paix apt 4, 75002 Paris|Markt 0, 1234 AB Utrecht|Markt 12345, 1234 AB Utrecht|Markt 4 6, 1234 AB Utrecht
	Markt 4A6B8, 1234 AB Utrecht|Markt A4, 1234 AB Utrecht|A2, 1234 AB Utrecht|12-3-2024, 1234 AB Utrecht|3 maart 2024, 1234 AB Utrecht
	Markt 4, 123 AB Utrecht|Markt 4, 12345 AB Utrecht|Markt 4, 1234 ABC|Markt 4, 1234 A Utrecht|Markt 4, 1234AB 1234AB
	Markt 4, 1234 AB 12|Markt 4, 1234 AB -|-|n.v.t.|onbekend|?|,|, ,|12|0612345678|info@voorbeeld.example|https://voorbeeld.example/12
	Markt: 4, 1234 AB Utrecht|Adres: Markt 4|Markt 4, 1234 AB Utrecht?|Markt 4?, 1234 AB Utrecht|Markt 4, 1234 AB Utrecht!
	Markt 4 / 1234 AB / Utrecht|Markt, 4, 1234 AB Utrecht|Bestelling, 12, 1234 AB Utrecht|Klant 12, 1234 AB Utrecht
	Markt 4 (achter), 1234 AB Utrecht|Markt 4 naast 6, 1234 AB Utrecht|Markt 4 bus, 9000 Gent|Markt 4 bus 9000 Gent
	Markt tegenover 4b2c, 1234 AB Ede|Wil graag 12 panelen, 1234 AB Ede|Offerte 12, 1234 AB Ede|Order 1204, 1234 AB Ede
	nr 12, 1234 AB Ede|Nummer 12, 1234 AB Ede|huis 12, 1234 AB Ede|App 3, 1234 AB Ede|Etage 2, 10115 Berlin|Bâtiment 3, 75002 Paris
	Dorpsstraat ??, 1234 AB Ede|Dorpsstraat XX, 1234 AB Ede|Dorpsstraat 12, XXXX AB Ede|Dorpsstraat 12, 1234 AB NL
	Rijksweg 12, 1234 AB F|Hauptstr. 5/Hinterhaus, 10115 Berlin|Hauptstr. 5 2. OG, 10115 Berlin|Q7, 24, 68161 Mannheim
	Hauptstr. 5 b. Müller, 10115 Berlin|Hauptstr. 5, Hinterhaus, 10115 Berlin|Am Markt, 10115 Berlin|10115 Berlin, Hauptstr. 5
	boven de winkel, 1234 AB Ede|2 hoog achter, 1234 AB Ede|2e etage, 1234 AB Ede|Flat 3, Dorpsstraat 12, 1234 AB Ede
	Dorpsstraat 12, 1234 AB Ede of Markt 4, 1234 AC Ede|51.9225, 4.47917|51.9225 4.47917|NL 1234 AB Ede|1234AB12|1234AB 12|1234 12
	Markt 4, 1234 AB Utrecht. Graag bellen|Markt 4, 1234 AB Utrecht - achterom|Markt 4, 1234 AB Utrecht + schuur|Markt 4, 1234 AB Utrecht = werk
	Markt 4, 1234 AB Utrecht 0612345678|Markt 4, 1234 AB Utrecht info@voorbeeld.example|Markt 4, 1234 AB Utrecht 2 hoog|Markt 4, 1234 AB 2 Utrecht
	[object Object]|null|undefined|NaN|true|{"street":"Markt"}|Markt;Utrecht|Markt|Utrecht, Nederland|Nederland|België|NL|1234 AB, Nederland
	Markt, Utrecht, Nederland|Markt 4, Nederland|Markt 4, Utrecht, Nederland|Markt 4, 1234 AB, Nederland|4, 1234 AB Utrecht, Nederland
	Rue de la Loi, 1000 Bruxelles|16, 1000 Bruxelles|rue de la Loi 16, Bruxelles|rue de la Loi 16|16 rue de la Loi|16 rue de la Loi, Paris
	75002 Paris|rue de la Paix, 75002 Paris|12 bis, 75002 Paris|12 bis rue de la Paix, Paris|12 bis rue de la Paix, 75002
	Résidence du Parc, 75002 Paris|Lieu-dit Le Moulin, 24000 Périgueux|Place de la République, 75003 Paris|Avenue du 11 Novembre 1918, 69000 Lyon
	12 avenue Foch bât. B, 75016 Paris|12 avenue Foch 3e étage, 75016 Paris|12 avenue Foch - 75016|12 quai 4, 75002 Paris|Chemin 12, 75002 Paris
	RN 7, 13000 Aix|D 12, 13000 Aix|N 12, 1000 Brussel|E 40, 9000 Gent|A 12, 10115 Berlin|B 7, 10115 Berlin|Autobahn, 10115 Berlin
	Hauptstraße, 10115 Berlin|Hauptstraße 5|Hauptstraße 5, Berlin|Hauptstraße 5, 10115|Hauptstraße 5, 1011 Berlin, Deutschland
	Hauptstraße 5, 101155 Berlin|Hauptstraße 5 Berlin 10115|Berlin, Hauptstraße 5|5 Hauptstraße, 10115 Berlin, Deutschland
	Herr Müller Hauptstraße 5, 10115 Berlin|Müller GmbH Hauptstraße 5, 10115 Berlin|Frau Müller Hauptstraße 5, 10115 Berlin
	Wohnung 3, 10115 Berlin|Stock 3, 10115 Berlin|Gebäude 3, 10115 Berlin|Hauptstraße 5 und 7, 10115 Berlin|Hauptstraße 5 oder 7, 10115 Berlin
	Kerkstraat 16 bus 3, Gent|Kerkstraat 16 bus 3 Gent|Bus 3, 9000 Gent|Box 3, 9000 Gent|Kerkstraat bus 3, 9000|Kerkstraat, 16 bus 3, 9000 Gent
	Kerkstraat 16 bte, 9000 Gent|Kerkstraat 16 boîte, 9000 Gent|Kerkstraat 16 bus bus 3, 9000 Gent|Kerkstraat 16 verdieping 3, 9000 Gent
	Dorpsstraat 12 A B, 1234 AB Ede|Dorpsstraat 12 hoek Markt, 1234 AB Ede|Dorpsstraat 12 (hoek), 1234 AB Ede|Dorpsstraat 12 ?, 1234 AB Ede
	Dorpsstraat 12\t1234\tEde\tlater|Nieuwbouw 12 kavel 4, 1234 AB Ede|Oud: Markt 4, 1234 AB Ede|factuur: Markt 4, 1234 AB Ede`
		.split(/\s*[|\n]\s*/)
		.filter(Boolean);

it(`${OTHERS.length} other texts are no address`, () => {
	const read = OTHERS.map((text) => [text, readWholeAddress(text)]);
	expect(read.filter(([, address]) => address !== null)).toEqual([]);
});

it('part of an address, or an address with more behind it, is never read as another one', () => {
	fc.assert(
		fc.property(anyAddress, fc.nat(100), fc.nat(100), ({ text, address }, from, length) => {
			const cut = text.slice(from % text.length).slice(0, length % text.length);
			const read = readWholeAddress(cut);
			// What is read stands in the text as a whole word, and the rest of the address was not needed to know it.
			if (read) expect(read.postalCode).toBe(address.postalCode);
			if (read) expect(address.city.startsWith(read.city) || cut.length < 12).toBe(true);
		}),
		runs(500),
	);
});

it('a street is told from its number, and nothing takes long', () => {
	expect(readStreet('Dorpsstraat 12-A')).toEqual({ street: 'Dorpsstraat', houseNumber: '12-A' });
	expect(readStreet('Dorpsstraat')).toBeNull();
	const before = performance.now();
	for (const part of ['a ', '1 ', '12 bus ', "'", ', ', '1a-', 'rue ', '1234 ab ']) {
		readWholeAddress(part.repeat(100_000));
		readWholeAddress(part.repeat(199 / part.length));
	}
	expect(performance.now() - before).toBeLessThan(250);
});

it('without its street, number, postal code or town it is not read', () => {
	fc.assert(
		fc.property(anyAddress, fc.constantFrom(...PARTS), ({ text, address }, part) => {
			const half = text.replace(address[part], '');
			// Of some streets the name has a number, and some towns are part of a longer one.
			fc.pre(!/\d/.test(address.street));
			expect([half, readWholeAddress(half)]).toEqual([half, null]);
		}),
		runs(1_000),
	);
});
const PARTS = ['street', 'houseNumber', 'postalCode', 'city'] as const;
