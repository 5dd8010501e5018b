/** Files as programs export them (importSources), with what must become of each row, written down before any was run. */

/**
 * Of each row that is not empty the nine values that are sent, with bars between, and behind `#` what is said of it.
 * Else `! words`: not imported, `= words`: it repeats another row, `~ words`: another person with the same email or phone.
 */
interface Expected {
	rows: string[];
	/** What a person corrects in the file of rows not imported, and who is created then. */
	mends?: Array<[wrong: RegExp, right: string]>;
	mended?: string[];
}

export const PROGRAMS: Record<string, Expected> = {
	'outlook-com.csv': {
		rows: [
			'Piet|Tak|piet.tak@bol.com|06-11000001|Plein 1944 12||6511 JA|Nijmegen|Netherlands',
			'J|No|jno@office.example|+49 30 1100002-89|Kurfürstendamm 21||10719|Berlin|Germany',
			'Ng||ng@office.example|06-11000003||||| # Home Phone',
			'Els|de Wit||0611000004||||| # is not an email address',
		],
	},
	'google-contacts-2019.csv': {
		rows: [
			'Jennifer|Null|jen@null.example|06 12 00 00 01|Kade 2||1011 AB|Amsterdam|NL',
			'May||may@null.example|+31 6 12000002||||| # may@work.*20 1200002',
			'|Bakkerij Bos|info@bos-null.example||||||',
		],
	},
	'apple-vcard.csv': {
		rows: [
			'|Piet Jansen|piet@vcard.example|+31 6 13000001|Dorpsstraat|12|3511 AB|Utrecht|Nederland',
			'|Els Bos||020-1300002|Woonboot De Hoop||1013 AA|Amsterdam|',
			'|张 伟|zhang@vcard.example||||||',
			'|Jörg Müller|joerg@vcard.example||Dorpsstraat|14||Utrecht|',
		],
	},
	'hubspot-nl.csv': {
		rows: [
			'Sanne|de Wit|sanne@hub.example|0614000001|Dorpsstraat|12|3511 AB|Utrecht|',
			'Jan|Nee|jan@nee.example|+39 06 1400 0002|Via Roma, 10||00184|Roma|Italië',
			'Bo|May|bo@hub.example||Kade 7|||| # is not a phone number',
			// Nobody, so there is nothing to correct.
			'! no email',
		],
	},
	'mailchimp-addresses.csv': {
		rows: [
			'Piet|Jansen|piet@chimp.example|0615000001|Dorpsstraat 12  Utrecht  3511 AB  NL|||| # postal code',
			'Els|v.d. Berg|els@chimp.example||||||',
			'|Jansen & Zn|zn@chimp.example||||||',
		],
	},
	'brevo-fr.csv': {
		rows: [
			'Chloé|Lefèvre|chloe@brevo-fr.example|33616000001|||||',
			'J|N|n@brevo-fr.example||||||',
			'Zoé|Petit||33616000003||||| # LANDLINE_NUMBER',
		],
	},
	'teamleader-contacts.csv': {
		rows: [
			'Joke|Peeters|joke@team.example|0475 17 00 01|Kerkstraat 12 bus 3||9000|Gent|België',
			"Marc|D'Hondt|marc@team.example|02 117 00 02|Grand-Place 1||7100|La Louvière|België",
			'Jan|Claes||052/17.00.03|t/o Kaai 5||9200|Dendermonde|BE',
			'~ Jan Claes',
		],
	},
	'exact-online-en.csv': {
		rows: [
			'|Bakkerij Bos|els@bos-exact.example|0318-180001|Kade 7||6711 AB|Ede|NL # Els Bos',
			'|Familie de Wit||0318-180002|Dorpsweg 12||1234 AB|Ede|NL',
			'! not a phone|no email',
		],
		mends: [[/'?1-5-2026/, '0318-180003']],
		mended: ['|Tak||0318-180003|Dorpsweg 14||1234 AB|Ede|NL'],
	},
	'moneybird-contacts.csv': {
		rows: [
			'Piet|Jansen|piet@bird.example|06-19000001|Dorpsstraat 12||3511 AB|Utrecht|NL # 020-1900001',
			'||info@bos-bird.example||Kade 7||6711 AB|Ede|NL # no name',
			'An|Bakker||+31 06 19000003|Kade 9||6711AB||NL',
		],
	},
	'e-boekhouden.csv': {
		rows: [
			'|Els Bos|els@bos-boek.example|0318-200001|Kade 7||6711 AB|Ede|Nederland',
			'|Ruud Coëlho|ruud@boek.example|06-20000002|Kade 9||6711 AB|Ede|Nederland # Postbus 12',
			"|||0318-200003|Plein 1944||2511 CS|'s-Gravenhage|Nederland # 06-20000003",
		],
	},
	'woocommerce-customers.csv': {
		rows: [
			'|Zoë d’Œuvré|zoe@woo.example||||6711 AB|Ede|NL',
			'|J Ng|ng@woo.example||||6711 AC||NL',
			'||guest@woo.example||||6711 AD|Ede|NL # no name',
		],
	},
	'shopify-customers-2020.csv': {
		rows: [
			'Piet|Jansen|piet@shop-2020.example|+31622000001|Dorpsstraat 12||3511 AB|Utrecht|Netherlands',
			'Tara|Tak|tara@shop-2020.example|+12175550122|Main St 45392, Apt 4||62701|Springfield|United States',
			'Ben|Null|ben@shop-2020.example||Kade, 12||6711 AB|Ede|Netherlands',
		],
	},
	'jotform-nl.csv': {
		rows: [
			'|Jan Peter de Wit|jp@jot-nl.example|(06) 2300-0001|Kade|7|6711 AB|Ede|',
			'|Els No|els@jot-nl.example|06-23000002|Woonboot De Hoop\n1013 AA Amsterdam|||| # has a postal code',
			'|Bo Tak|bo@jot-nl.example|0623000003|||||',
		],
	},
	'typeform.csv': { rows: ['|No|no@type.example|+31624000001|Kade|7|6711 AB|Ede|'] },
	'google-forms-be.csv': {
		rows: [
			'|Dupont Marie|marie@forms.example|0475/25.00.01|Rue Haute 5||7100|La Louvière|',
			'|Luc Tak|luc@forms.example|0475 25 00 02|Rue Haute s/n||1000|Bruxelles|',
		],
	},
	'facebook-leads-nl.csv': {
		rows: [
			'|Tak|tak@lead-nl.example|+31626000001|Dorpsstraat 12||3511AB|Utrecht|',
			'|<test lead: dummy data for full_name>|test@lead-nl.example||<test lead: dummy data for street_address>|||<test lead: dummy data for city>| # phone number',
			'|René van den Berg||+310626000003|Dorpsstraat 14||3511AB|Utrecht|',
		],
	},
	'google-ads-leads.csv': {
		rows: [
			'|Jan Jansen|jan@ads.example|+31 6 27000001|Kade 1||6711 AB|Ede|',
			'= row 2',
			'~ Jan Jansen',
		],
	},
	'excel-nl-lijst.csv': {
		rows: [
			"J.P.|v.d. Berg|jp@lijst.example|06-28000001|'s-Gravenweg|12 A|2901 LA|Capelle a/d IJssel|",
			"|'t Hart||020-2800002|Woonboot De Hoop||1013 AA|Amsterdam|",
			"A.|de Wit||06-28000003|Plein|1944|2511 CS|'s-Gravenhage|",
			'! 12-apr',
			'! 45392',
			'D.|Kok||628000006|Kade|16|6711 AB|Ede| # lost its leading 0',
			'! 6,28E',
		],
		mends: [
			[/'?12-apr/, '14'],
			[/45392/, '15'],
			[/'?6,28E\+08/, '06-28000007'],
		],
		mended: [
			'B.|Smit||06-28000004|Kade|14|6711 AB|Ede|',
			'C.|Kok||06-28000005|Kade|15|6711 AB|Ede|',
			'E.|Kok||06-28000007|Kade|18|6711 AB|Ede|',
		],
	},
	'excel-de-dos.csv': {
		rows: [
			'Jördis|Müller|joerdis@dos.example|030 2900001|||10115|Berlin|',
			'René|Becker|rene@dos.example|030 2900002-12|||10115|Berlin|',
			'Eva|Tak|eva@dos.example|0171/2900003|||10115|Berlin|',
		],
	},
	'excel-be-fr.csv': {
		rows: [
			'Marie|Dupont|marie@be-fr.example|0475/30.00.01|Rue Haute|5 3|1000|Bruxelles|',
			'J|Lambert|j@be-fr.example|0475 30 00 02|Rue du Château d’Eau|s/n|1180|Uccle|',
			'Noël|Janssens||+32 (0)475 30 00 03|Rue Basse|7|B-1050|Ixelles|',
		],
	},
	'excel-it-comune.csv': {
		rows: [
			'Mario|Rossi|mario@comune.example|+39 06 3100 0001|Via Roma|snc|00184|Roma|',
			'Anna|Verdi|anna@comune.example|0039 347 3100002|Piazza Duomo|3/A|20121|Milano|',
			'Li|Sì|li@comune.example|011 3100003|Via Po|1|10121|Torino|',
		],
	},
	'excel-pl-unicode.txt': {
		rows: [
			'Łukasz|Wójcik|lukasz@unicode.example|+48 601 320 001|ul. Długa 5/7||00-238|Warszawa|',
			'Ewa|Nowak|ewa@unicode.example|601 320 002|os. Słoneczne 3||31-958|Kraków| # lost its leading 0',
		],
	},
	'zoho-leads.csv': {
		rows: [
			'Jan|Jansen|jan@zoho.example|0633000001|Kade 1||6711 AB|Ede|Netherlands',
			'|Vos|vos@zoho.example|0633000002|||SW1A 1AA|London| # 0633000022',
			'! too short',
		],
		mends: [[/12345/, '0633000003']],
		mended: ['Bo|Kok||0633000003|||||'],
	},
	'salesforce.csv': {
		rows: [
			'An|de Boer|an@force.example|+31 6 34000001|Kade 7\nAchterhuis||6711 AB|Ede|Netherlands',
			'J|May|may@force.example|+44 20 7934 0002|12 High Street||SW1A 1AA|London|United Kingdom',
		],
	},
	'odoo-nl.csv': {
		rows: [
			'|Bakkerij Bos, Els Bos|els@odoo.example|+31 318 350001|Kade 7||6711 AB|Ede|Nederland',
			'|Zonnepanelen 54|zon@odoo.example|06 35000002|Kade 9, Hal 3||6711 AB|Ede|Nederland',
			// Nobody.
			'! no value in any recognized column',
		],
	},
	'magento.csv': {
		rows: [
			'Piet|Jansen|piet@mage.example|0636000001|Dorpsstraat 12||3511 AB|Utrecht|Netherlands',
			'|Ann No|ann@mage.example||||||',
		],
	},
	'gravity-forms.csv': {
		rows: [
			'Piet|de Wit|piet@gravity.example|06-37000001|Kade 7||6711 AB|Ede|Nederland',
			'May|Ng|may@gravity.example|612370002|Kade 9, achterhuis||6711 AB|Ede|Nederland # lost its leading 0',
		],
	},
	'contact-form-7.csv': {
		rows: [
			'|Piet Vos|piet@cf7.example|06-38000001 / 2||||Ede|',
			'|J. de Wit|jdw@cf7.example|||||Ede| # kantoor@cf7',
		],
	},
	'snelstart.csv': {
		rows: [
			'|Bakkerij Bos|els@bos-snel.example|0318-390001|Kade 7||6711 AB|Ede|Nederland # Els Bos',
			'|Jansen||06-39000002|Plein 1944 12||6711 AB|Ede|Nederland',
			'! no email',
			'! 14 cells',
		],
		mends: [
			[/;'?0;/, ';0318-390003;'],
			[/;let op: belt terug/, ''],
		],
		mended: [
			'|Gemeente Ede||0318-390003|Woonboot 3||6711 AB|Ede|Nederland',
			'|Vos||06-39000004|Kade 11||6711 AB|Ede|Nederland',
		],
	},
	'portaal-leads.csv': {
		rows: [
			'|Jansen|jansen@portaal.example|0640000001|Kade 1|||Ede| # Klant',
			'|Vos|vos@portaal.example|0640000002|Kade 3|||Ede| # Klant',
			'|Tak|tak@portaal.example|0640000003|Kade 5|||Ede| # Klant',
			"|Nieuw|kok@portaal.example|||||Ede| # name is from 'Klant'",
			// A sum.
			'! total|too short',
		],
	},
	'thunderbird.csv': {
		rows: [
			'Jan|Bakker|jan@thunder.example|06-41000001|Kade 7||6711 AB|Ede|NL # jan@work.example',
			'|Bo Smit|bo@thunder.example||||||',
		],
	},
	'excel-en-blank-header.csv': {
		rows: [
			'|Jan|jan@blank.example|07700 942001|||||',
			'|Els|els@blank.example|+44 (0)20 7942 0002|||||',
		],
	},
	'excel-nl.csv': {
		rows: [
			'René|van den Berg|rene@example.nl|06-12345678|Caféstraat|12 a|1234 AB|Ede|Nederland',
			'Ank|Jansen|ank@example.nl|0318-123456|Dorpsweg|7|1234AC|Ede|Nederland # 06-22345678',
			'Els|van Dijk||0318-223344|Kade|3 bis|1234 AD|Ede| # 06-99887766',
			'! 6,12346E',
		],
		mends: [[/'?6,12346E\+08/, '06-12346001']],
		mended: ['Tom|de Wit|tom@example.nl|06-12346001|Kade|4|1234 AD|Ede|NL'],
	},
	'excel-en.csv': {
		rows: [
			"Ann|O'Neill|ann@example.co.uk|07700900123|12 High Street, Flat 3||LS1 4AB|Leeds|",
			"Bob|'t Hooft|bob@example.co.uk|+447700900456|||YO1 7HH|York|",
			'! 7.70E',
			'! ####',
		],
		mends: [
			[/'?7\.70E\+09/, '07700 900002'],
			[/########/, '07700 900003'],
		],
		mended: [
			'Cat|Ross|cat@example.co.uk|07700 900002|||YO1 7HH|York|',
			'Dan|Hill|dan@example.co.uk|07700 900003|||YO1 7HH|York|',
		],
	},
	'excel-de.csv': {
		rows: [
			'Jördis|Müller|joerdis@example.de|030 123456|Hauptstraße 5||12345|Berlin|',
			'Uwe|Weiß|uwe@example.de||Am Markt 1||01067|Dresden| # keine',
			'! #WERT!',
		],
		mends: [[/#WERT!/, '10117 Berlin']],
		mended: ['Eva|Groß|eva@example.de|030 654321|Ring 2||10117|Berlin|'],
	},
	'excel-fr.csv': {
		rows: [
			"|Chloé Lefèvre|chloe@example.fr|06 12 34 56 78|5 rue de l'Église||75001|Paris|",
			'! #VALEUR!',
		],
		mends: [[/#VALEUR!/, '7 rue Haute']],
		mended: ['|Zoé Petit|zoe@example.fr|06 12 34 56 79|7 rue Haute||75002|Paris|'],
	},
	'excel-pl.csv': {
		rows: ['Łukasz|Wójcik|lukasz@example.pl|+48 601 234 567|Długa|5|00-238|Warszawa|'],
	},
	'excel-es.csv': {
		rows: ['María|Núñez Soler|maria@example.es|612 345 678|Calle Mayor 3||28001|Madrid|ES'],
	},
	'excel-it.csv': {
		rows: ['Niccolò|De Luca|nic@example.it|+39 347 1234567|Via Roma|10|00184|Roma|'],
	},
	'excel-mac.csv': { rows: ['François|Müller|francois@example.de||Grüner Weg 5||||'] },
	'google-contacts.csv': {
		rows: [
			'Kim|Lee|kim@lee.example|+31 6 12345678|Kade 2||1011 AB|Amsterdam|NL # 020 123 4567.*kim2@lee',
			'Zoë|d’Œuvré|zoe@google-contacts.example||||||',
		],
	},
	'outlook-en.csv': {
		rows: [
			'Zoë|d’Œuvré|zoe@outlook-en.example|+31 6 12345678|Caféstraat 12||1234 AB|Bergen op Zoom|Nederland # België.*7654321',
		],
	},
	'outlook-nl.csv': {
		rows: [
			'Zoë|d’Œuvré|zoe@outlook-nl.example|+31 6 12345678|Caféstraat 12||1234 AB|Bergen op Zoom|Nederland',
		],
	},
	'outlook-de.csv': {
		rows: [
			'Zoë|d’Œuvré|zoe@outlook-de.example|+31 6 12345678|Caféstraat 12||1234 AB|Bergen op Zoom|Nederland',
		],
	},
	'apple-contacts.csv': {
		rows: [
			'Åke|Ärn|ake@icloud.example|+46\u00A070\u00A0333\u00A022\u00A011|||||',
			'Zara|Zell|zara@icloud.example|06 12345678|||||',
		],
	},
	'linkedin.csv': {
		rows: ['Anna|Çelik|anna@celik.example||||||', '! no email'],
		mends: [[/,,Bro AB/, ',bo@bro.example,Bro AB']],
		mended: ['Bo|Bro|bo@bro.example||||||'],
	},
	'mailchimp.csv': { rows: ['Zoë|d’Œuvré|zoe@mailchimp.example|+31 6 12345678|Caféstraat 12||||'] },
	'woocommerce-orders.csv': {
		rows: [
			'An|de Boer|an@shop.example|0612345678|Dorpsstraat 1, 2e verdieping||1234 AB|Ede|NL # Bo.*Smit.*Kade 2',
			'= row 2',
		],
	},
	'shopify-customers.csv': {
		rows: [
			'Zoë|d’Œuvré|zoe@shopify-customers.example|+31612345678|Caféstraat 12, achterhuis||1234 AB|Bergen op Zoom|NL',
		],
	},
	'shopify-orders.csv': {
		rows: [
			'|Zoë d’Œuvré|zoe@shopify-orders.example|+31 6 12345678|Caféstraat 12||1234 AB|Bergen op Zoom|Nederland # #1001',
		],
	},
	'teamleader.csv': {
		rows: [
			'Joke|Peeters|joke@example.be|0475 12 34 56|Kerkstraat|12 3|9000|Gent|België',
			'Jan|Claes|jan@example.be|475123457|Kerkstraat|14|9000|Gent|België',
		],
	},
	'exact-online.csv': {
		rows: ['|Familie de Wit|dewit@example.nl|0318-123456|Dorpsweg 12||1234 AB|Ede|NL'],
	},
	'hubspot.csv': {
		rows: [
			'Zoë|d’Œuvré|zoe@hubspot.example|+31 6 12345678|Caféstraat 12||1234 AB|Bergen op Zoom|Nederland',
		],
	},
	'pipedrive.csv': { rows: ['Greta|Gran|greta@gran.example|+31 6 12345678|||||'] },
	'eventbrite.csv': { rows: ['Anna|Berg|anna@example.com||||||', '~ Anna Berg', '= row 2'] },
	'calendly.csv': { rows: ['|Tim Koski|tim@example.com|+31 6 12345678|||||'] },
	'google-forms.csv': { rows: ['|Xena Xu|xena@example.nl|06 12345678|||||'] },
	'brevo.csv': {
		rows: [
			'An|de Wit|an@brevo.example|31612345678|||||',
			'Bo|Tak|bo@brevo.example|+31 20 1234567|||||',
		],
	},
	'pipedrive-nl.csv': {
		rows: ['|Els Bos|els@bos.example|06 12345678|||||', '|J Ng|ng@bos.example||||||'],
	},
	'jotform.csv': {
		rows: [
			'Jennifer|Null|jn@jot.example|(06) 1234-5678|Dorpsstraat|12|3511 AB|Utrecht|',
			'May|No|mn@jot.example||Kade|7|6711 AB|Ede|',
		],
	},
	'moneybird.csv': {
		rows: ['An|de Wit|an@bird.example|024-1234567|Plein 1944|12 A|6511 AB|Nijmegen|'],
	},
	'facebook-leads.csv': { rows: ['|Zoë d’Œuvré|zoe@lead.example|+31612345678|||3511AB||'] },
	'microsoft-forms.csv': {
		rows: ['|Zoë d’Œuvré|zoe@example.nl|||||| # anonymous', '! geen'],
		mends: [[/;geen;/, ';bo@smit.example;']],
		mended: ['|Bo Smit|bo@smit.example|||||| # anonymous'],
	},
};

/** Ordinary people, each a file of its own, of whom nothing is to be said: the file, and the contacts. */
export const ORDINARY: ReadonlyArray<[file: string, ...contacts: string[]]> = [
	['Voornaam;Achternaam;E-mail\nJan;Tak;a1@x.example', 'Jan|Tak|a1@x.example||||||'],
	['First name;Last name;Email\nAnn;No;a2@x.example', 'Ann|No|a2@x.example||||||'],
	['Name;Email\nMay;a3@x.example', '|May|a3@x.example||||||'],
	['Voornaam;Achternaam;E-mail\nJ;Jansen;a4@x.example', 'J|Jansen|a4@x.example||||||'],
	['Last name;Email\nNg;a5@x.example', '|Ng|a5@x.example||||||'],
	['First;Last;Email\nJennifer;Null;a6@x.example', 'Jennifer|Null|a6@x.example||||||'],
	['Naam;E-mail\nJansen;piet.jansen@bol.com', '|Jansen|piet.jansen@bol.com||||||'],
	['Naam;E-mail\nbol.com;a8@x.example', '|bol.com|a8@x.example||||||'],
	[
		'Naam;E-mail;Straat;Huisnummer;Postcode;Plaats\nBos;a9@x.example;Woonboot De Hoop;;1013 AA;Amsterdam',
		'|Bos|a9@x.example||Woonboot De Hoop||1013 AA|Amsterdam|',
	],
	[
		'Naam;E-mail;Straat;Huisnummer;Plaats\nBos;a10@x.example;De Hoeve;zn;Beilen',
		'|Bos|a10@x.example||De Hoeve|zn||Beilen|',
	],
	['Naam;E-mail;Adres\nBos;a11@x.example;Plein 1944', '|Bos|a11@x.example||Plein 1944||||'],
	[
		'Naam;E-mail;Straat;Huisnummer\nBos;a12@x.example;Plein;1944',
		'|Bos|a12@x.example||Plein|1944|||',
	],
	['Cognome;Telefono;Paese\nRossi;+39 06 5551 0013;Italia', '|Rossi||+39 06 5551 0013|||||Italia'],
	['Cognome;Telefono;Paese\nRossi;06 5551 0014;Italia', '|Rossi||06 5551 0014|||||Italia'],
	['Nachname;Telefon\nMüller;030 5550015-12', '|Müller||030 5550015-12|||||'],
	['Nachname;Telefon\nMüller;+49 89 555001-0', '|Müller||+49 89 555001-0|||||'],
	['Nachname;Telefon\nMüller;+49 (0)89 5550017-34', '|Müller||+49 (0)89 5550017-34|||||'],
	[
		'Naam;E-mail;Adres;Gemeente\nPeeters;a18@x.example;Kerkstraat 12 bus 3;Gent',
		'|Peeters|a18@x.example||Kerkstraat 12 bus 3|||Gent|',
	],
	[
		'Naam;E-mail;Straat;Nr;Bus\nPeeters;a19@x.example;Kerkstraat;12;3',
		'|Peeters|a19@x.example||Kerkstraat|12 3|||',
	],
	[
		"Naam;E-mail;Postcode;Plaats\nBos;a20@x.example;2511 CS;'s-Gravenhage",
		"|Bos|a20@x.example||||2511 CS|'s-Gravenhage|",
	],
	["Voornaam;Achternaam;E-mail\nEls;'t Hart;a21@x.example", "Els|'t Hart|a21@x.example||||||"],
	[
		'Vorname;Nachname;E-Mail;PLZ;Land\nUwe;N;a22@x.example;01067;D',
		'Uwe|N|a22@x.example||||01067||D',
	],
	['Naam;E-mail;Straat;Huisnummer\nBos;a24@x.example;Kade;3/4', '|Bos|a24@x.example||Kade|3/4|||'],
	[
		'Naam;E-mail;Straat;Huisnummer\nBos;a25@x.example;Kade;12-4',
		'|Bos|a25@x.example||Kade|12-4|||',
	],
	[
		'Name;Email;Address;Postcode\nSmith;a26@x.example;Rose Cottage, Mill Lane;BA1 1AA',
		'|Smith|a26@x.example||Rose Cottage, Mill Lane||BA1 1AA||',
	],
	[
		'Name;E-Mail;Straße\nGroß;a27@x.example;Straße des 17. Juni 135',
		'|Groß|a27@x.example||Straße des 17. Juni 135||||',
	],
	['Name;E-Mail;Straße\nGroß;a28@x.example;C 4, 12', '|Groß|a28@x.example||C 4, 12||||'],
	['Name;Telefon\nGruber;0664 5550029', '|Gruber||0664 5550029|||||'],
	['Name;Telefon\nMeier;079 555 00 30', '|Meier||079 555 00 30|||||'],
	['Naam;Telefoon\nWeber;+352 26 55 00 31', '|Weber||+352 26 55 00 31|||||'],
	['Naam;Telefoon\nBos;tel. 06 55500032', '|Bos||06 55500032|||||'],
	['Naam;Telefoon\nBos;(020) 555 00 33', '|Bos||(020) 555 00 33|||||'],
	[
		'Voornaam;Tussenvoegsel;Achternaam;E-mail\nEls;-;Bos;a35@x.example',
		'Els|Bos|a35@x.example||||||',
	],
	[
		'Voornaam;Achternaam;Volledige naam;E-mail\nEls;de Wit;Els de Wit;a36@x.example',
		'Els|de Wit|a36@x.example||||||',
	],
	[
		'Naam;E-mail;Land;Landcode\nBos;a37@x.example;Nederland;NL',
		'|Bos|a37@x.example||||||Nederland',
	],
	[
		'Voorletters;Achternaam;E-mail\nJ;Bos;a39@x.example\nP;Vos;b39@x.example\nA;Kok;c39@x.example',
		'J|Bos|a39@x.example||||||',
		'P|Vos|b39@x.example||||||',
		'A|Kok|c39@x.example||||||',
	],
	[
		'Voornaam;Achternaam;E-mail\nMay;Tak;a40@x.example\nJ;No;b40@x.example\nAn;Ng;c40@x.example',
		'May|Tak|a40@x.example||||||',
		'J|No|b40@x.example||||||',
		'An|Ng|c40@x.example||||||',
	],
	[
		'Name (First);Name (Last);Email;Address (City)\nAnn;Ross;a43@x.example;York',
		'Ann|Ross|a43@x.example|||||York|',
	],
	['Naam;E-mail;Plaats\nBos;a46@x.example;Ee', '|Bos|a46@x.example|||||Ee|'],
	[
		'Naam;E-mail;Adres\nBos;a48@x.example;Kade 7, 6711 AB Ede',
		'|Bos|a48@x.example||Kade|7|6711 AB|Ede|',
	],
];
