import type { PERSONAL_INFO_NAMES } from './personalInfos';

/**
 * The words of headers, in English, Dutch, German, French, Polish, Spanish and Italian: as people write them, and as
 * Excel, Google, Outlook, Apple, LinkedIn, HubSpot, Salesforce, Pipedrive, Teamleader, Exact, WooCommerce, Shopify,
 * Lightspeed, Mailchimp, Eventbrite, Calendly and forms export them. They are written without accents, case and signs,
 * and several words are joined (`E-mail address` is `emailaddress`).
 */

export type PersonalInfoName = keyof typeof PERSONAL_INFO_NAMES;

export const FIELD_PARTS = ['infix', 'addition', 'secondLine', 'withTown'] as const;
export type FieldPart = (typeof FIELD_PARTS)[number];

/**
 * Each key is a field, its part, and how its words are recognized. `whole`: used if no column is more exact. `alone`: not
 * with a word that says whose it is. `afterAddress`: without other words, and only after another column of an address. If a
 * word is in several lists, the first one counts.
 */
export const HEADERS = {
	'Voornaam nothing': `internetadres internetadresse internetaddress firstcontact lastcontact lastcontacted
		firstcontacted eerstecontact laatstecontact laatstecontactmoment erstkontakt ersterkontakt letzterkontakt
		premiercontact derniercontact primercontacto ultimocontacto primocontatto ultimocontatto pierwszykontakt
		ostatnikontakt`,
	Voornaam: `firstname firstnames givenname givennames forename forenames fname namefirst voornaam voornamen
		roepnaam vorname vornamen rufname prenom prenoms imie imiona nombre nombres nome`,
	'Voornaam whole': 'voorletters voorletter initialen initials initialer initialien',
	Achternaam: `lastname surname surnames familyname lname namelast achternaam familienaam nachname familienname
		zuname nomdefamille nazwisko apellido apellidos primerapellido cognome achternaamtussenvoegsel
		achternaamentussenvoegsel achternaammettussenvoegsel achternaaminclusieftussenvoegsel achternaamincltussenvoegsel
		tussenvoegselachternaam tussenvoegselenachternaam tussenvoegselsachternaam`,
	'Achternaam infix': `tussenvoegsel tussenvoegsels tussenv tussenvgsl tussen tv infix nameinfix surnameprefix
		lastnameprefix lastnamepreposition voorvoegsel voorvoegsels voorv voorvoegselachternaam namensvorsatz
		vorsatzwort`,
	'E-mailadres': `email emails emailaddress emailaddresses mail mailaddress emailid mailid emailadres emailadressen
		mailadres emailadresse mailadresse courriel mel adresseemail adressemail adresseelectronique adressecourriel
		adressedemessagerie correo correos correoe correoelectronico direccionemail direcciondecorreo
		direcciondecorreoelectronico postaelettronica indirizzoemail indirizzomail indirizzodipostaelettronica
		pocztaelektroniczna adresemail adrespocztyelektronicznej`,
	Telefoonnummer: `sms smsnumber smsnummer landlinenumber landlinephone telmob telmobiel mobtel phone phones phonenumber phonenumbers telephone telephonenumber tel telno phoneno mobile mob
		mobileno mobilenumber mobilephone mobilephonenumber cell cellphone cellno cellnumber cellphonenumber
		textremindernumber whatsapp whatsappnumber contactnumber contactno contactphone telefoon telefoonnummer
		telefoonnummers telefoonnr telnr telnummer mobiel mobielnummer mobielenummer mobielnr mobieletelefoon
		mobieltelefoon mobieltelefoonnummer gsm gsmnummer gsmnr vastnummer mobnr 06nummer hoofdtelefoon
		whatsappnummer contactnummer telefon telefonnummer telefonnr rufnummer fon handy handynummer handynr mobil
		mobilnummer mobilnr mobiltelefon mobiltelefonnummer mobilfunk mobilfunknummer festnetznummer haupttelefon
		natel numerodetelephone numerotelephone numtel ntel ndetelephone portable telportable telmobile
		numeroportable numeromobile numerodeportable telefonkomorkowy komorka numertelefonu nrtelefonu nrtel
		numertelefonukomorkowego telefono telefonos numerodetelefono movil telefonomovil celular telefonocelular
		cellulare telefonocellulare numeroditelefono numerodicellulare numerocellulare recapitotelefonico`,
	Straatnaam: `street streetname streetaddress straat straatnaam straatadres str strasse strassenname rue nomderue voie
		ulica nazwaulicy calle`,
	'Straatnaam secondLine': `address2 address3 addressline2 addressline3 street2 street3 streetline2 streetaddress2
		streetaddressline2 apartment apartmentsuite apartmentsuiteetc suite adres2 adres3 adresregel2 adresregel3
		straat2 adresaanvulling aanvullendadres adresse2 adresse3 adresszeile2 adresszusatz adressezusatz
		adressligne2 adresseligne2 adresseligne3 complementdadresse complementadresse direccion2 indirizzo2`,
	Huisnummer: `housenumber houseno housenr streetnumber streetno buildingnumber huisnummer huisnr
		huisnummerentoevoeging huisnummerincltoevoeging huisnrentoev hausnummer hausnr hnr numeroderue nderue numerodevoie numerodemaison nrdomu numerdomu nrbudynku numerbudynku numerocivico
		ncivico nrcivico civico`,
	'Huisnummer addition': `toevoeging toev toevoegsel toevaanhuisnr toevaanhuisnummer toevoegingaanhuisnr
		toevoegingaanhuisnummer huisnummertoevoeging huisnrtoevoeging huisnummertoev
		huisnrtoev nummertoevoeging toevoeginghuisnummer toevoeginghuisnr bus busnummer busnr boite huisletter
		houseletter housenumberaddition housenumberextension housenumberext housenumbersuffix hausnummerzusatz
		hausnrzusatz nrmieszkania numermieszkania mieszkanie nrlokalu numerlokalu lokal piso puerta interno`,
	Postcode: `zip zipcode postalcode postcode zippostalcode zippostcode postcodezip postalzipcode postleitzahl plz
		pc codepostal cp npa kodpocztowy codigopostal cap codicepostale`,
	'Postcode withTown': `postcodegemeente postcodeengemeente pcgemeente codepostaletcommune codepostalcommune postcodeplaats postcodeenplaats postcodewoonplaats postcodeenwoonplaats pcplaats
		pcwoonplaats plzort plzundort plzuort plzwohnort plzstadt postleitzahlort postleitzahlundort codepostalville
		codepostaletville cpville codepostallocalite npalocalite zipcity postcodecity postcodetown kodpocztowymiasto
		kodimiejscowosc capcitta caplocalita cppoblacion codigopostalciudad`,
	Plaats: `city town citytown towncity locality plaats plaatsnaam woonplaats vestigingsplaats stad gemeente ort
		stadt wohnort ortschaft ortstadt ville localite commune miasto miejscowosc ciudad poblacion localidad
		municipio citta comune localita`,
	Land: `landofregio landorregion countryorregion country countryname countryregion land landnaam landregio landregion
		pays paysregion kraj panstwo pais paese nazione`,
	'Land whole': `countrycode countryregioncode isocountry countryiso landcode landiso laendercode landkurzel codepays`,
	'Achternaam whole': `displayname weergavenaam anzeigename naamvoorenachternaam namevorundnachname namefirstandlast
		namefirstlast nomcompletprenometnom name fullname formattedname fn firstandlastname firstnamelastname
		lastnamefirstname firstlastname namesurname contactperson naam volledigenaam voorenachternaam
		voornaamachternaam voornaamenachternaam achternaamvoornaam achternaamenvoornaam naamenvoornaam naamvoornaam
		voornaamnaam contactpersoon contactnaam klantnaam relatienaam debiteurnaam deelnemernaam hoeheetje hoeheetu
		vollstandigername vorundnachname vorundzuname vornamenachname vornameundnachname vornamename
		namevorname nachnamevorname nameundvorname kundenname ansprechpartner wieheissensie wieheisstdu nom
		nomcomplet nometprenom prenometnom nomprenom prenomnom imieinazwisko imienazwisko nazwiskoiimie nazwiskoimie
		nombreyapellidos nombreapellidos nombrecompleto apellidosynombre apellidosnombre nomeecognome nomecognome
		cognomeenome cognomenome nominativo nomecompleto`,
	'Straatnaam whole': `address adr addressline address1 addressline1 address12 postaladdress mailingaddress adres
		adresregel adres1 adresregel1 adresse adresse1 anschrift postanschrift adresszeile adresszeile1 adresseligne1
		adressepostale direccion direccion1 domicilio indirizzo indirizzo1 streetandnumber streetandhousenumber
		streethousenumber straatenhuisnummer straatenhuisnr straathuisnummer straathuisnr straatnr straatennr
		straatennummer straatnaamenhuisnummer straatnaamhuisnummer straatnaamennummer straatnummer adreshuisnummer
		adreshuisnr adresenhuisnummer adresenhuisnr strnr strassehausnummer strasseundhausnummer strasseuhausnummer
		strasseuhausnr strasseundhausnr strassehausnr strassenr strasseundnr strasseunr strasseundnummer
		adressehausnummer numeroetrue rueetnumero ruenumero ruen ulicanr ulicainr ulicanumer ulicainumer ulicanrdomu
		ulicainrdomu calleynumero callenumero viaenumero viaenumerocivico viacivico indirizzoenumerocivico`,
	'Voornaam alone': 'first',
	'Achternaam alone': 'last',
	'Achternaam alone whole': `contact relatie klant debiteur opdrachtgever bewoner huurder inwoner cursist aanvrager
		deelnemer customer client attendee invitee buyer participant kunde kontakt teilnehmer mieter klient
		kontrahent cliente contatto contacto`,
	'Huisnummer afterAddress': `nr no n number nummer numero numer`,
	'Huisnummer afterAddress addition': `letter box extension ext unit app apt appartement`,
} as const satisfies Record<string, string>;

export const QUALIFIERS = {
	/** `Your email` means the same as `Email`. */
	fillers: `and en und et aanvrager opdrachtgever persoon persona personne applicant 1 s fld what is are the your you my our please enter fill in here give at which reach optional
		required full contact contactperson customer client person participant attendee invitee personal wat zijn uw u
		je jouw jullie mijn het de een op welk welke kunnen kun wij we jou bereiken vul hier graag svp aub verplicht
		optioneel hoe luidt van klant relatie contactpersoon deelnemer debiteur bewoner persoonlijk persoonlijke was ist
		sind ihr ihre ihren dein deine bitte geben sie eingeben an ein die der das den pflichtfeld lautet unter welcher
		wir konnen erreichen kunde kunden kontakt ansprechpartner teilnehmer quel quelle est votre ton ta vos le la les l
		d du des un une veuillez indiquer saisir entrer merci obligatoire facultatif jaki jest twoj prosze podac podaj
		klienta klient cual es tu su el los por favor introduzca indique del cliente qual il tuo suo inserisci inserire
		per favore di contatto contacto`,
	/** With an email, a phone or an address they mean nothing, but `Lead name` is something else. */
	notOfNames: `value address main primary primair primaire preferred pref default voice internet current lead mobile cell landline
		adres waarde hoofd mobiel mobiele vast vaste gsm wert adresse haupt mobil festnetz handy principal principale
		valeur portable fixe direccion indirizzo cellulare`,
	/** They say which one it is. With a name they mean something else: `Second name`. */
	kinds: `work business home private other additional alternative alternate secondary second visiting werk zakelijk
		zakelijke thuis huis prive ander andere anders extra tweede overdag bezoek vestiging vestigings woon geschaftlich
		geschaftliche dienstlich dienstliche arbeit arbeits privat zuhause weitere weiterer weiteres zweite wohn travail
		bureau professionnel professionnelle pro domicile personnel personnelle autre secondaire sluzbowy sluzbowa
		prywatny prywatna domowy domowa inny zamieszkania trabajo casa otro otra secundario lavoro ufficio altro altra
		secondario residenza`,
	/** They say what is sent there. A name keeps its meaning: `Shipping name`. */
	destinations: `mailing shipping delivery postal bezorg aflever lever verzend post correspondentie liefer lieferung
		versand livraison dostawy korespondencyjny envio spedizione`,
	roles: `billing invoice invoices buyer purchaser factuur facturatie facturen koper besteller rechnung rechnungs
		facturation facturacion fatturazione faktura faktury`,
	/** A firm, or whoever keeps the file; never with a person's name. */
	ofFirms: `company organization organisation office general user switchboard reception bedrijf bedrijfs firma
		organisatie kantoor hoofdkantoor algemeen algemene centraal receptie administratie boekhouding gebruiker
		firmen buchhaltung zentrale allgemein entreprise societe comptabilite empresa azienda ogolny firmowy`,
} as const;
