/** Words the seeded world is made of. Any likeness to existing people is chance. */

const words = (text: string) => text.trim().split(/,\s*/);

export const FIRST_NAMES = words(`
	Sanne, Daan, Emma, Bram, Lotte, Sem, Femke, Jesse, Anouk, Thijs, Noa, Ruben, Iris, Lars, Eva,
	Stijn, Maud, Joris, Fleur, Niels, Zoë, Willem, Fenna, Mohammed, Jasmijn, Koen, Yara, Pieter,
	Renée, Gijs
`);

export const LAST_NAMES = words(`
	de Vries, Bakker, Visser, Jansen, van den Berg, Smit, Meijer, de Boer, Mulder, Bos, Vos, Peters,
	Hendriks, van Leeuwen, Dekker, Brouwer, de Wit, Dijkstra, Smits, Kok, van der Meer, Schouten,
	Willems, Hoekstra, Koster, Prins, Blom, Huisman, Yılmaz, Bouzid
`);

export const STREETS = words(`
	Dorpsstraat, Kerkstraat, Molenweg, Schoolstraat, Julianalaan, Stationsweg, Beukenlaan,
	Prins Hendrikkade, Nieuwstraat, Wilhelminastraat, Lindelaan, Hoofdweg, Korte Gracht,
	Burgemeester Vosstraat
`);

/** Places with the first two digits of their postal codes. */
export const PLACES = words(`
	Utrecht 35, Amersfoort 38, Zwolle 80, Deventer 74, Breda 48, Eindhoven 56, Haarlem 20, Leiden 23,
	Groningen 97, Leeuwarden 89, 's-Hertogenbosch 52, Middelburg 43, Maastricht 62, Alkmaar 18
`).map((place) => place.split(' ') as [name: string, district: string]);

export const JOBS = words(`
	Zonnepanelen, Dakisolatie, Warmtepomp, Laadpaal, Dakkapel, Kozijnen, Spouwmuurisolatie,
	Thuisbatterij, Vloerisolatie, Dakrenovatie, Airconditioning, HR++ glas
`);

export const HOUSES = words(`
	Hoekwoning, Tussenwoning, Vrijstaand, Appartement, Twee-onder-een-kap, Boerderij
`);

export const WISHES = words(`
	Wil graag in het voorjaar beginnen., Vraagt of subsidie mogelijk is., Graag bellen na 18.00 uur.,
	Heeft al een offerte van een ander., Wil eerst een afspraak aan huis., Betaalt het in termijnen.
`);

export const PARTS = words(`
	Arbeid per uur, Zonnepaneel 430 Wp, Omvormer driefasen, Isolatieplaten PIR 100 mm,
	Steigerhuur per week, Montagemateriaal, Afvoer bouwafval, Buitenunit warmtepomp,
	Kabelgoot per meter, Keuring en oplevering
`);
