/** Words of the trade the seeded world lives by. */

const words = (text: string) => text.trim().split(/,\s*/);

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
