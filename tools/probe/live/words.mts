import { isObject } from '../spec/file.mts';
import { parsed } from './reply.mts';

/**
 * The words of a refusal, as they may be passed on: any word of it may come from the account (a name, an
 * address), so those are shown that services use to say what is wrong, in English and Dutch, and the names of
 * our own description. All others read "…".
 */
const KNOWN = new Set(
	`a about access account accept accepted active after again all allowed already also an and any api are argument as at
	attempt attempts audience authentication authorization authorized available back bad be bearer been before being belong
	belongs between blocked body both but by called can cannot company contact contacts content could credential credentials
	crm current date db deal deals delete deleted denied deprecated description did disabled do does down duplicate each either
	email empty endpoint enough error errors event events exceed exceeded exception exist existing exists expected expired
	expires failed failure field fields first fit forbidden format found from gateway get given greater had handled has have
	header headers history hook host hour how http id ids if in inactive incorrect info information input integer internal
	invalid is isn't it items its json jwt key large last later least less limit limited list locked login long made
	maintenance many match maximum may message method minimum minute minutes missing more most must name names needed needs no
	none not null number object of off on one only or other out over page pages parameter parameters parse password path
	payload pdf per permission permissions permitted please positive post problem profile profiles properties property
	provided put query quota quotation quotations range rate reached read reason received record records refused rejected
	request requested requests required requires resource response result retry revoked right role route row rows scope
	second seconds server service session short should sign signature signed size small something source specified status
	statuses string subscription succeeded such support supported temporarily text than that the their there this time timed
	timeout to token tokens too try type unable unauthorized unauthenticated unavailable unexpected unknown unprocessable
	unsupported up url use used user users uuid valid validation value values version wait was webhook webhooks were went what
	when which while will window with without wrong you your
	aan account al alleen bestaat bestaand dat de deze dit een en er fout geen geldig geldige gebruiker gevonden geweigerd
	heeft het hoort ingelogd is kan leeg maar mag meer met moet na naar niet nodig of om onbekend ongeldig ongeldige onjuist
	ontbreekt op opnieuw over pagina probeer profiel recht rechten sessie te teveel toegang toegestaan token tot uit uw van
	veel verboden verlopen verplicht verplichte verzoek verzoeken voor waarde wachtwoord welk werkt zijn`.split(/\s+/),
);

const MOST_WORDS = 40;

/** @param names Of fields and parameters of our description. */
export function wordsOf(text: string, names: ReadonlySet<string>): string {
	if (text.trimStart().startsWith('<')) return 'a web page';
	const said = saidIn(parsed(text) ?? text).replace(/\s+/g, ' ').trim();
	const isShown = (word: string) => KNOWN.has(word.toLowerCase()) || names.has(word);
	const shown = said
		.split(' ')
		.slice(0, MOST_WORDS)
		.map((word) => {
			const [, before = '', own = '', after = ''] = /^(["'(]*)(.*?)(["').,:;!?]*)$/.exec(word) ?? [];
			return isShown(own) ? before + own + after : '…';
		});
	const joined = shown.filter((word, n) => word !== '…' || shown[n - 1] !== '…').join(' ');
	return joined === '' || joined === '…' ? 'no words that may be shown' : `"${joined}"`;
}

/** Texts of an answer under the names that frameworks give them, else the first text in it. */
function saidIn(value: unknown): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map(saidIn).filter(Boolean).join(' ');
	if (!isObject(value)) return '';
	const keys = ['message', 'detail', 'error_description', 'title', 'error', 'errors', 'reason', 'msg'];
	const inside = [...keys.map((key) => value[key]), ...Object.values(value)];
	return inside.map(saidIn).find((text) => text !== '') ?? '';
}
